-- Webhooks: where an account's programs are told that tasks have ended, and what they are still to be told.

-- Tasks of accounts that ended, until the deliveries that follow from it are written. Written in the transaction that ends the task.
create table task_end (
  place bigint generated always as identity primary key,
  task_id uuid not null,
  owner text not null,
  batch_id text,
  key_id uuid,
  -- The address that the call named, as in `task`.
  webhook jsonb,
  -- The task's columns as it ended, without those that can be large.
  task jsonb not null
);

-- {url, baseUrl}: the address that the call named, and how its sender reached this server.
alter table task add column webhook jsonb;

create table webhook (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id) on delete cascade,
  -- Null: the row stands for the addresses that calls of the account name themselves.
  url text,
  events text[] not null,
  -- Only tasks of this API key.
  key_id uuid,
  -- Begins the links of its messages where PUBLIC_URL is not set.
  base_url text not null,
  -- Sealed with the server's signing key.
  secret bytea not null,
  -- Signs as well until then.
  former_secret bytea,
  former_until timestamptz,
  created_at timestamptz not null default now(),
  -- The first failed attempt since the last one that succeeded.
  failing_since timestamptz,
  paused_at timestamptz,
  check ((former_secret is null) = (former_until is null))
);

create index webhook_of_account on webhook (account_id, created_at desc);
create unique index webhook_of_calls on webhook (account_id) where url is null;

create table webhook_delivery (
  id uuid primary key default gen_random_uuid(),
  place bigint generated always as identity,
  webhook_id uuid not null references webhook (id) on delete cascade,
  account_id uuid not null,
  type text not null,
  url text not null,
  host text not null,
  base_url text not null,
  task_id uuid not null,
  owner text not null,
  -- The task's columns as it ended, without those that can be large.
  task jsonb not null,
  -- Of a batch.done: how its tasks ended.
  batch jsonb,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Failed attempts since it was written or replayed.
  failures integer not null default 0,
  -- [{at, status, error, body, durationMs}], the last ones.
  attempts jsonb not null default '[]',
  -- The next attempt; while one runs, when it counts as lost. Infinity while the webhook is paused.
  due_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'pending') = (due_at is not null))
);

create index webhook_delivery_due on webhook_delivery (account_id, host, due_at) where state = 'pending';
create index webhook_delivery_order on webhook_delivery (webhook_id, task_id, place) where state = 'pending';
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, place desc);
create index webhook_delivery_age on webhook_delivery (created_at);
