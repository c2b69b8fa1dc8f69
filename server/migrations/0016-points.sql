-- Money and rights: wallets, the ledger, memberships, holds, trials, records of use, what operators did, and their dictionary entries.

-- What an account owns. The row outlives the account: bookkeeping needs it, the person is gone from it.
create table wallet (
  id uuid primary key default gen_random_uuid(),
  account_id uuid unique references account (id) on delete set null,
  coins bigint not null default 0,
  coins_held bigint not null default 0,
  uses bigint not null default 0,
  uses_held bigint not null default 0,
  member_since timestamptz,
  -- Null for who never was a member, and for a membership without end.
  member_until timestamptz,
  is_forever boolean not null default false,
  -- {zh, en}: what the latest plan was called when it was bought
  meal_name jsonb,
  created_at timestamptz not null default now(),
  check (coins_held between 0 and coins),
  check (uses_held between 0 and uses),
  check (not (is_forever and member_until is not null)),
  check ((member_since is null) = (member_until is null and not is_forever))
);

-- An amount reserved for a task. Tasks are swept, so it names its task without a reference.
create table hold (
  id uuid primary key default gen_random_uuid(),
  wallet_id uuid not null references wallet (id),
  task_id uuid not null,
  -- "<tool>/<call>"
  subject text not null,
  unit text not null check (unit in ('use', 'coin')),
  amount bigint not null check (amount > 0),
  state text not null default 'held' check (state in ('held', 'settled', 'released')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'held') = (ended_at is null))
);

create unique index hold_of_task on hold (task_id) where state <> 'released';
create index hold_of_wallet on hold (wallet_id) where state = 'held';
create index hold_expiry on hold (expires_at) where state = 'held';

-- The ledger. Each amount has a source and a destination: a wallet, or a book of the product.
create table movement (
  id bigint generated always as identity primary key,
  unit text not null check (unit in ('use', 'coin')),
  amount bigint not null check (amount > 0),
  source_wallet uuid references wallet (id),
  source_book text check (source_book in ('sold', 'given', 'spent', 'taken')),
  destination_wallet uuid references wallet (id),
  destination_book text check (destination_book in ('sold', 'given', 'spent', 'taken')),
  reason text not null check (reason in ('purchase', 'grant', 'run', 'refund', 'correction')),
  -- The order, the act of an operator, or the hold.
  reference text not null,
  hold_id uuid references hold (id),
  created_at timestamptz not null default now(),
  check (num_nonnulls(source_wallet, source_book) = 1),
  check (num_nonnulls(destination_wallet, destination_book) = 1),
  check ((reason = 'run') = (hold_id is not null))
);

create unique index movement_once on movement (reason, reference, unit);
create index movement_into on movement (destination_wallet, id desc) where destination_wallet is not null;
create index movement_out_of on movement (source_wallet, id desc) where source_wallet is not null;

-- What was added to a membership, or taken from it, and the end that resulted.
create table member_term (
  id bigint generated always as identity primary key,
  wallet_id uuid not null references wallet (id),
  days integer not null default 0,
  months integer not null default 0,
  is_forever boolean not null default false,
  meal_name jsonb not null,
  reason text not null check (reason in ('purchase', 'grant', 'refund', 'correction')),
  reference text not null,
  -- Null: without end.
  until timestamptz,
  created_at timestamptz not null default now()
);

create unique index member_term_once on member_term (reason, reference);
create index member_term_of_wallet on member_term (wallet_id, id desc);
create index member_term_sold on member_term (id desc) where reason = 'purchase';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;

create trigger movement_stays before update or delete on movement for each row execute function refuse_change();
create trigger movement_is_kept before truncate on movement for each statement execute function refuse_change();
create trigger member_term_stays before update or delete on member_term for each row execute function refuse_change();
create trigger member_term_is_kept before truncate on member_term for each statement execute function refuse_change();

-- Runs of people who did not pay. The row of a run that fails is deleted: the try was none.
create table trial_run (
  task_id uuid primary key,
  owner text not null,
  -- The sender's network address, hidden; for visitors, whose ids cost nothing.
  address text,
  tool text not null,
  batch_id text,
  -- A day where the operator is.
  day date not null
);

create index trial_run_of_owner on trial_run (owner, tool, day);
create index trial_run_of_address on trial_run (address, tool, day) where address is not null;
create index trial_run_day on trial_run (day);

-- What a person sees of what they did. Deleting a line here touches no money.
create table use_record (
  id bigint generated always as identity primary key,
  account_id uuid not null references account (id) on delete cascade,
  task_id uuid,
  key_code text,
  tool text,
  name text not null default '',
  status text not null default 'done',
  charge_kind text not null default 'none' check (charge_kind in ('none', 'use', 'coins')),
  charge_amount bigint not null default 0,
  created_at timestamptz not null default now()
);

create index use_record_of_account on use_record (account_id, id desc);

-- What operators did, for good.
create table operator_act (
  id uuid primary key default gen_random_uuid(),
  act text not null,
  -- The operator: who ran the command.
  operator text not null,
  -- The account or other row it was done to; an id, never a name.
  subject text,
  reason text not null,
  details jsonb not null,
  created_at timestamptz not null default now()
);

create index operator_act_time on operator_act (created_at desc);
create trigger operator_act_stays before update or delete on operator_act for each row execute function refuse_change();

-- Entries of dictionaries that the operator has set, in place of the product's own.
create table dictionary_entry (
  dictionary text not null,
  label text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  primary key (dictionary, label)
);

create index task_unsettled on task (id) where charge_state = 'held';
