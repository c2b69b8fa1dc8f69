-- A refund is written down, then asked for at the provider, then finished: whichever server dies in between, another one asks again.

alter table order_refund
  -- `asked` until the provider has said that it is made.
  add column state text not null default 'made' check (state in ('asked', 'made')),
  add column reason text not null default '',
  -- When the provider was last asked.
  add column asked_at timestamptz not null default now();

alter table order_refund alter column state drop default, alter column reason drop default;

create index order_refund_asked on order_refund (asked_at) where state = 'asked';

-- The numbers of the refunds that the cashier made, as providers keep them: one that is asked for again is made once.
alter table sandbox_payment add column refund_nos text[] not null default '{}';
