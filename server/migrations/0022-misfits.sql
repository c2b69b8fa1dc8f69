-- Payments that do not fit their order, of another amount or currency or by another provider: the money was received, so it can be paid back.
create table misfit_payment (
  id uuid primary key default gen_random_uuid(),
  order_no text not null references purchase_order (order_no),
  provider text not null check (provider in ('wechat', 'alipay', 'paypal')),
  -- The provider's number of the payment.
  provider_ref text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  refunded_amount bigint not null default 0,
  created_at timestamptz not null default now(),
  check (refunded_amount between 0 and amount),
  unique (order_no, provider, provider_ref)
);

-- Of such a payment; null: of the order itself.
alter table order_refund add column misfit_id uuid references misfit_payment (id);

insert into misfit_payment (order_no, provider, provider_ref, amount, currency)
select order_no, provider, coalesce(provider_ref, 'unknown'), split_part(fault, ' ', 2)::bigint, split_part(fault, ' ', 3)
from purchase_order
where provider is not null and state in ('open', 'closed') and fault ~ '^paid [1-9][0-9]{0,15} [A-Z]{3}$';
