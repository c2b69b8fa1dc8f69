-- Tasks, the objects they read and make, and what has been measured of their speed.

-- One change of any task; clients resume a stream of events from the last number they saw.
create sequence task_change;

create table task (
  id uuid primary key,
  batch_id text,
  -- 'account:<id>', or 'visitor:<SHA-256 of the client's random id>'
  owner text not null,
  tool text not null,
  call text not null,
  key_code text not null,
  lane text not null,
  options jsonb not null,
  -- [{field, kind: upload|link, key|url, name, bytes}]
  inputs jsonb not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- The percentage shown as soon as work begins.
  start_percent integer not null default 0,
  progress real not null default 0 check (progress between 0 and 100),
  stage text not null,
  -- Counts the runs that were begun: what an outlived run still has to say is told by its number and not heard.
  attempt integer not null default 0,
  -- Runs that ended by a fault of ours (a crash, an error nobody expected); refusals are not counted.
  faults integer not null default 0,
  change bigint not null default nextval('task_change'),
  result jsonb,
  -- {error, details}
  error jsonb,
  charge_kind text not null default 'none' check (charge_kind in ('none', 'use', 'coins')),
  charge_amount integer not null default 0 check (charge_amount >= 0),
  charge_state text not null default 'none' check (charge_state in ('none', 'held', 'settled', 'released')),
  idempotency_key text,
  request_hash text not null,
  pace text not null,
  input_bytes bigint not null default 0,
  expected_ms integer,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz not null,
  -- An ended task says how it ended, and only a done one has a result.
  check ((status = 'done') = (result is not null)),
  check ((status = 'failed') = (error is not null)),
  check ((status in ('done', 'failed', 'cancelled')) = (ended_at is not null))
);

create unique index task_idempotency on task (owner, idempotency_key) where idempotency_key is not null;
create index task_waiting on task (lane, created_at, id) where status = 'queued';
create index task_working on task (lane) where status = 'running';
create index task_of_owner on task (owner, created_at desc);
create index task_of_batch on task (batch_id, change) where batch_id is not null;
create index task_expiry on task (expires_at);

-- Every file in the store: written here before it exists there, so that a sweep finds what a crash left behind.
create table stored_object (
  key text primary key,
  -- What its owner calls it.
  name text not null,
  bytes bigint not null,
  -- The store's own number of an upload in parts that is still open.
  upload_id text,
  is_complete boolean not null,
  task_id uuid references task (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index stored_object_expiry on stored_object (expires_at);
create index stored_object_of_task on stored_object (task_id) where task_id is not null;

-- Decaying sums of a straight line, milliseconds over input bytes, for every pace of every call.
create table pace (
  name text primary key,
  n double precision not null,
  x double precision not null,
  y double precision not null,
  xx double precision not null,
  xy double precision not null
);

-- Keys that all servers of this product must agree on; made by whoever comes first.
create table server_secret (
  name text primary key,
  value bytea not null
);
