-- Accounts, their log-ins, codes by SMS, WeChat, captchas, and what keeps anybody from trying too often.

create table account (
  id uuid primary key,
  -- As typed; told apart without case.
  username text,
  nick_name text not null,
  -- Key of the object, or null.
  avatar_key text,
  gender integer check (gender in (0, 1)),
  -- Eleven digits.
  mobile text unique,
  -- argon2id in PHC form; null for who never set one.
  password_hash text,
  share_code text not null unique,
  -- Where the account came from: 'web-pc' or 'PC-<agent code>', whose share code, which advertisement.
  platform_source text not null,
  referred_by uuid references account (id) on delete set null,
  logid_url text,
  is_frozen boolean not null default false,
  created_at timestamptz not null
);

create unique index account_username on account (lower(username)) where username is not null;

-- One device on which somebody is logged in. Only the token's SHA-256 is kept.
create table login (
  id uuid primary key,
  token_hash bytea not null unique,
  -- Null once the account was deleted: whoever still holds the token is told so until it expires.
  account_id uuid references account (id) on delete set null,
  -- What the browser says of itself, in plain words.
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);

create index login_of_account on login (account_id, last_seen_at desc);
create index login_expiry on login (expires_at);

-- The code that is valid for a number; a new one takes its place. Codes are kept as HMACs.
create table sms_code (
  mobile text primary key,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Something proved a moment ago that a later call goes on from: a phone number, a WeChat person without an account.
create table login_key (
  key_hash bytea primary key,
  kind text not null check (kind in ('mobile', 'wechat')),
  subject text not null,
  expires_at timestamptz not null
);

create index login_key_expiry on login_key (expires_at);

-- Somebody WeChat knows, and the account that is theirs.
create table wechat_person (
  -- The union id where WeChat gives one, else '<app id>:<open id>'.
  id text primary key,
  account_id uuid references account (id) on delete cascade,
  nick_name text,
  created_at timestamptz not null
);

create index wechat_person_of_account on wechat_person (account_id) where account_id is not null;

-- A QR code, or a redirect to WeChat, that waits for somebody.
create table wechat_login (
  -- SHA-256 of the uuid or state that the asking browser holds.
  secret_hash bytea primary key,
  kind text not null check (kind in ('qr', 'redirect')),
  -- What the QR code carries to WeChat and back; not the secret.
  scene text not null unique,
  -- The browser that asked: hash of its client uid, if it sent one.
  owner text,
  person_id text references wechat_person (id) on delete cascade,
  expires_at timestamptz not null
);

create index wechat_login_expiry on wechat_login (expires_at);

create table captcha (
  token text primary key,
  kind text not null check (kind in ('blockPuzzle', 'clickWord')),
  secret_key text not null,
  -- [{x, y}] on 310 x 155
  answer jsonb not null,
  -- Hash of the client that asked; wrong answers count against it.
  client text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index captcha_expiry on captcha (expires_at);

-- A captcha that was solved; good for one call.
create table captcha_pass (
  hash bytea primary key,
  expires_at timestamptz not null
);

create index captcha_pass_expiry on captcha_pass (expires_at);

-- How much of an allowance is used up: so many per window, whatever the key stands for.
create table allowance (
  key text primary key,
  used integer not null,
  window_ends_at timestamptz not null
);

create index allowance_expiry on allowance (window_ends_at);

-- Messages that the sandbox would have sent.
create table sandbox_sms (
  id bigint generated always as identity primary key,
  mobile text not null,
  code text not null,
  text text not null,
  created_at timestamptz not null
);

-- The visitor who began a task that is an account's now: streams and links that were opened before the log-in go on.
alter table task add column came_from text;
