-- API keys, with which programs act for an account, and what they may spend in a month.

create table api_key (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id) on delete cascade,
  name text not null,
  -- SHA-256 of the whole key.
  key_hash bytea not null unique,
  last_four text not null,
  scopes text[] not null,
  per_minute integer not null check (per_minute > 0),
  -- CIDR ranges; empty: used from anywhere.
  addresses text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);

create index api_key_of_account on api_key (account_id, created_at desc);
create index api_key_ended on api_key (least(revoked_at, expires_at)) where least(revoked_at, expires_at) is not null;

-- What a key may spend in a month, and what its holds of that month add up to. It names its key without a reference: with one, deleting an account
-- would lock this row before its wallet.
create table key_spending (
  key_id uuid primary key,
  uses_per_month bigint check (uses_per_month >= 0),
  coins_per_month bigint check (coins_per_month >= 0),
  -- The first day of the month counted, where the operator is.
  month date,
  uses bigint not null default 0 check (uses >= 0),
  coins bigint not null default 0 check (coins >= 0)
);

-- The key whose call held the amount, and the month it counts for.
alter table hold add column key_id uuid;
alter table hold add column key_month date;
alter table hold add check ((key_id is null) = (key_month is null));
create index hold_of_key on hold (key_id, key_month) where key_id is not null;

-- The key that the task was sent with: what a linked file costs is known only later.
alter table task add column key_id uuid;
