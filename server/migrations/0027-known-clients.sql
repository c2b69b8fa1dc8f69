-- Devices and addresses from which an account has logged in: strangers' guesses do not delay them.
create table known_client (
  account_id uuid not null references account (id) on delete cascade,
  -- `visitor:` and the hash of a client uid, or `address:` and the HMAC of an address.
  mark text not null,
  seen_at timestamptz not null,
  primary key (account_id, mark)
);

create index known_client_age on known_client (seen_at);
