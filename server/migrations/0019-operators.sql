-- Operators: the second factor of each, their open sessions, acts that are done once, refunds by day, and what everyone is told.

alter table operator_act
  -- Counts the acts: the latest one about a subject says whether another operator was faster.
  add column place bigint generated always as identity,
  -- A request that is sent again under its key is one act.
  add column idempotency_key text;

create unique index operator_act_key on operator_act (operator, idempotency_key) where idempotency_key is not null;
create index operator_act_subject on operator_act (subject, place desc) where subject is not null;
create index operator_act_place on operator_act (place desc);

-- The key itself is among the secrets (server_secret), sealed where SECRET_KEY is set.
create table operator_factor (
  account_id uuid primary key references account (id) on delete cascade,
  -- The 30-second step of the last code that was taken: no code is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table operator_session (
  token_hash bytea primary key,
  -- Good for this login only, and gone with it.
  login_id uuid not null references login (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  expires_at timestamptz not null,
  -- It is not extended beyond this.
  ends_at timestamptz not null
);

create index operator_session_of_login on operator_session (login_id);
create index operator_session_of_account on operator_session (account_id);
create index operator_session_expiry on operator_session (expires_at);

-- Every refund by its number: asked for again, it is made once.
create table order_refund (
  refund_no text primary key,
  order_no text not null references purchase_order (order_no),
  amount integer not null check (amount > 0),
  created_at timestamptz not null default now()
);

create index order_refund_of_order on order_refund (order_no);
create index order_refund_time on order_refund (created_at);
create index purchase_order_paid on purchase_order (paid_at) where paid_at is not null;

-- What an operator tells everyone who uses the product.
create table bulletin (
  id uuid primary key default gen_random_uuid(),
  tone text not null check (tone in ('info', 'warn')),
  -- {zh, en}
  title jsonb not null,
  text jsonb not null,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  check (ends_at > starts_at)
);

create index bulletin_shown on bulletin (starts_at desc) where withdrawn_at is null;
