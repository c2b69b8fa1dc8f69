-- Coupons: what an operator offers, the pieces that people received, and the orders that use them.

create table coupon (
  id uuid primary key default gen_random_uuid(),
  -- The operator's name of it; people do not see it.
  name text not null unique check (name ~ '^[a-z0-9-]{1,64}$'),
  -- {zh, en}
  title jsonb not null,
  -- One of the two: an amount in the smallest unit of the currency, or a part of the price.
  amount_off integer check (amount_off > 0),
  percent_off integer check (percent_off between 1 and 99),
  -- Null: any.
  currency text check (currency in ('CNY', 'USD')),
  -- The least price of a plan, before the discount.
  minimum integer not null default 0 check (minimum >= 0),
  -- Null: memberships and coins.
  plan_kind text check (plan_kind in ('member', 'coins')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  pieces integer not null check (pieces > 0),
  taken integer not null default 0 check (taken between 0 and pieces),
  is_on_offer boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  check (num_nonnulls(amount_off, percent_off) = 1),
  -- An amount means nothing without its currency.
  check (currency is not null or (amount_off is null and minimum = 0)),
  check (ends_at > starts_at)
);

create index coupon_on_offer on coupon (position, id) where is_on_offer;

-- A coupon that a person received. It copies the terms, so that a coupon that changes later changes no piece.
create table coupon_piece (
  id uuid primary key default gen_random_uuid(),
  coupon_id uuid not null references coupon (id),
  -- Gone with the account; the piece stays for the books.
  account_id uuid references account (id) on delete set null,
  title jsonb not null,
  amount_off integer,
  percent_off integer,
  currency text,
  minimum integer not null,
  plan_kind text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  received_at timestamptz not null default now(),
  unique (coupon_id, account_id)
);

create index coupon_piece_of_account on coupon_piece (account_id, received_at desc);

-- What is paid is the price of the plan less the discount.
alter table purchase_order
  add column discount integer not null default 0 check (discount >= 0),
  add column piece_id uuid references coupon_piece (id),
  -- {zh, en}
  add column coupon_title jsonb;

-- A piece belongs to one order that is open or paid. Closing or refunding that order gives it back without another write.
create unique index purchase_order_piece on purchase_order (piece_id) where piece_id is not null and state in ('open', 'paid');

insert into coupon (name, title, amount_off, percent_off, currency, minimum, plan_kind, starts_at, ends_at, pieces, position) values
  ('welcome-cny', '{"zh": "新人立减券", "en": "Welcome coupon"}', 500, null, 'CNY', 2900, 'member', now(), now() + interval '1 year', 10000, 1),
  ('welcome-usd', '{"zh": "新人立减券", "en": "Welcome coupon"}', 100, null, 'USD', 700, 'member', now(), now() + interval '1 year', 10000, 1),
  ('coins-cny', '{"zh": "金币九折券", "en": "10% off coins"}', null, 10, 'CNY', 4900, 'coins', now(), now() + interval '1 year', 10000, 2),
  ('coins-usd', '{"zh": "金币九折券", "en": "10% off coins"}', null, 10, 'USD', 900, 'coins', now(), now() + interval '1 year', 10000, 2);
