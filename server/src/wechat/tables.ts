// The rows of people of WeChat and their logins as TypeScript sees them (server/migrations is authoritative).
import type {} from '../adapters/tables.ts';

interface WechatPersonTable {
  id: string;
  account_id: string | null;
  nick_name: string | null;
  created_at: Date;
}

interface WechatLoginTable {
  secret_hash: Buffer;
  kind: 'qr' | 'redirect';
  scene: string;
  owner: string | null;
  person_id: string | null;
  expires_at: Date;
}

interface WechatCallbackTable {
  signature_hash: Buffer;
  message_hash: Buffer;
  expires_at: Date;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    wechat_person: WechatPersonTable;
    wechat_login: WechatLoginTable;
    wechat_callback: WechatCallbackTable;
  }
}
