-- The address that requested a code (hidden by an HMAC) has tries of its own, so that a stranger's guesses do not use up the code.
alter table sms_code
  add column address text,
  add column tries_elsewhere integer not null default 0;
