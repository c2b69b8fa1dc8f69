// The rows of captchas as TypeScript sees them (server/migrations is authoritative).

import type { CaptchaType } from 'contract/routes/captcha.ts';
import type { Json } from '../adapters/tables.ts';

interface CaptchaTable {
  token: string;
  kind: CaptchaType;
  secret_key: string;
  answer: Json<readonly { x: number; y: number }[]>;
  client: string;
  sends_track: boolean;
  created_at: Date;
  expires_at: Date;
}

interface CaptchaPassTable {
  hash: Buffer;
  sealed_hash: Buffer | null;
  expires_at: Date;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    captcha: CaptchaTable;
    captcha_pass: CaptchaPassTable;
  }
}
