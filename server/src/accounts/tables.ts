// The rows of accounts, logins and codes as TypeScript sees them (server/migrations is authoritative).
import type { Generated } from 'kysely';

export interface AccountTable {
  id: string;
  username: string | null;
  nick_name: string;
  avatar_key: string | null;
  gender: 0 | 1 | null;
  mobile: string | null;
  password_hash: string | null;
  share_code: string;
  platform_source: string;
  referred_by: string | null;
  logid_url: string | null;
  is_frozen: Generated<boolean>;
  created_at: Date;
}

interface LoginTable {
  id: string;
  token_hash: Buffer;
  account_id: string | null;
  device: string;
  takes_tasks: Generated<boolean>;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/** A device (`visitor:…`) or an address (`address:…`) from which an account has logged in. */
interface KnownClientTable {
  account_id: string;
  mark: string;
  seen_at: Date;
}

interface SmsCodeTable {
  mobile: string;
  code_hash: Buffer;
  tries: Generated<number>;
  address: string | null;
  tries_elsewhere: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

interface LoginKeyTable {
  key_hash: Buffer;
  kind: 'mobile' | 'wechat';
  subject: string;
  expires_at: Date;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    account: AccountTable;
    login: LoginTable;
    known_client: KnownClientTable;
    sms_code: SmsCodeTable;
    login_key: LoginKeyTable;
  }
}
