-- What buyers ask an operator for: the money of an order back, with their reason, and the answer.
create table refund_request (
  id uuid primary key default gen_random_uuid(),
  order_no text not null references purchase_order (order_no),
  reason text not null check (char_length(reason) between 1 and 500),
  state text not null default 'open' check (state in ('open', 'refunded', 'declined')),
  -- What the operator tells the buyer; null: nothing yet, or a refund without words.
  answer text check (char_length(answer) between 1 and 500),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  check ((state = 'open') = (answered_at is null))
);

create unique index refund_request_open on refund_request (order_no) where state = 'open';
create index refund_request_of_order on refund_request (order_no, created_at desc);
