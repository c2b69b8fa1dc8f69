-- Plans, the orders for them, and what payment providers reported.

-- What is sold: membership, or coins. Amounts are integers in the smallest unit of their currency.
create table plan (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('member', 'coins')),
  currency text not null check (currency in ('CNY', 'USD')),
  -- {zh, en}
  meal_name jsonb not null,
  days integer not null default 0 check (days >= 0),
  months integer not null default 0 check (months >= 0),
  is_forever boolean not null default false,
  uses integer not null default 0 check (uses >= 0),
  coins integer not null default 0 check (coins >= 0),
  amount integer not null check (amount > 0),
  original_amount integer not null,
  is_recommended boolean not null default false,
  position integer not null,
  is_on_sale boolean not null default true,
  created_at timestamptz not null default now(),
  check (original_amount >= amount),
  check ((kind = 'member') = (days > 0 or months > 0 or is_forever)),
  check (kind = 'member' or coins > 0)
);

create index plan_on_sale on plan (kind, currency, position) where is_on_sale;

insert into plan (kind, currency, meal_name, days, months, is_forever, uses, coins, amount, original_amount, is_recommended, position) values
  ('member', 'CNY', '{"zh": "周卡", "en": "Weekly"}', 7, 0, false, 50, 0, 1490, 1990, false, 1),
  ('member', 'CNY', '{"zh": "月卡", "en": "Monthly"}', 0, 1, false, 300, 0, 2990, 4990, false, 2),
  ('member', 'CNY', '{"zh": "半年卡", "en": "Half a year"}', 0, 6, false, 2400, 100, 9900, 29900, false, 3),
  ('member', 'CNY', '{"zh": "年卡", "en": "Yearly"}', 0, 12, false, 6000, 300, 16800, 59900, true, 4),
  ('member', 'CNY', '{"zh": "永久会员", "en": "Lifetime"}', 0, 0, true, 30000, 1000, 39900, 99900, false, 5),
  ('coins', 'CNY', '{"zh": "100 金币", "en": "100 coins"}', 0, 0, false, 0, 100, 990, 990, false, 1),
  ('coins', 'CNY', '{"zh": "550 金币", "en": "550 coins"}', 0, 0, false, 0, 550, 4900, 5445, true, 2),
  ('coins', 'CNY', '{"zh": "1200 金币", "en": "1,200 coins"}', 0, 0, false, 0, 1200, 9900, 11880, false, 3),
  ('member', 'USD', '{"zh": "周卡", "en": "Weekly"}', 7, 0, false, 50, 0, 399, 499, false, 1),
  ('member', 'USD', '{"zh": "月卡", "en": "Monthly"}', 0, 1, false, 300, 0, 799, 1299, false, 2),
  ('member', 'USD', '{"zh": "半年卡", "en": "Half a year"}', 0, 6, false, 2400, 100, 2499, 7799, false, 3),
  ('member', 'USD', '{"zh": "年卡", "en": "Yearly"}', 0, 12, false, 6000, 300, 3999, 15599, true, 4),
  ('member', 'USD', '{"zh": "永久会员", "en": "Lifetime"}', 0, 0, true, 30000, 1000, 9900, 24900, false, 5),
  ('coins', 'USD', '{"zh": "100 金币", "en": "100 coins"}', 0, 0, false, 0, 100, 199, 199, false, 1),
  ('coins', 'USD', '{"zh": "550 金币", "en": "550 coins"}', 0, 0, false, 0, 550, 999, 1095, true, 2),
  ('coins', 'USD', '{"zh": "1200 金币", "en": "1,200 coins"}', 0, 0, false, 0, 1200, 1999, 2388, false, 3);

create table purchase_order (
  order_no text primary key,
  -- Gone with the account; the order stays for the books.
  account_id uuid references account (id) on delete set null,
  plan_id uuid references plan (id) on delete set null,
  -- What was ordered. A plan that changes later changes no order.
  kind text not null check (kind in ('member', 'coins')),
  meal_name jsonb not null,
  days integer not null,
  months integer not null,
  is_forever boolean not null,
  uses integer not null,
  coins integer not null,
  amount integer not null check (amount > 0),
  currency text not null check (currency in ('CNY', 'USD')),
  state text not null default 'open' check (state in ('open', 'paid', 'closed', 'refunded')),
  -- Null until the payer has chosen.
  provider text check (provider in ('wechat', 'alipay', 'paypal')),
  provider_ref text,
  code_url text,
  approve_url text,
  -- Why an operator has to look: paid with another amount, or for an account that is gone.
  fault text,
  refunded_amount integer not null default 0,
  agent_code text,
  logid_url text,
  idempotency_key text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- When the provider was last asked.
  asked_at timestamptz,
  check (refunded_amount between 0 and amount),
  check ((state in ('paid', 'refunded')) = (paid_at is not null))
);

create unique index purchase_order_key on purchase_order (account_id, idempotency_key) where idempotency_key is not null;
create index purchase_order_of_account on purchase_order (account_id, created_at desc);
create index purchase_order_open on purchase_order (asked_at nulls first) where state = 'open' and provider is not null;
create index purchase_order_faulty on purchase_order (created_at) where fault is not null;

-- Every call-back that a provider signed, once, and what came of it.
create table payment_notice (
  provider text not null,
  notice_id text not null,
  order_no text,
  event text not null,
  outcome text not null,
  received_at timestamptz not null default now(),
  primary key (provider, notice_id)
);

-- Payments of the sandbox's cashier, where PAYMENTS is sandbox.
create table sandbox_payment (
  order_no text primary key,
  provider text not null,
  amount integer not null,
  currency text not null,
  title text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'closed')),
  refunded_amount integer not null default 0,
  created_at timestamptz not null default now()
);
create index sandbox_payment_open on sandbox_payment (created_at desc) where state = 'open';
