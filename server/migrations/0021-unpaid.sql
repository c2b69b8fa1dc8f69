-- Every run without a payment is counted, whatever becomes of it, and an upload is read as it was when it was first looked at.

alter table trial_run
  -- trial: counts against the trials of the day. look: free to see. free: free, and so many a day for who is no member. returned: a trial that
  -- failed or was cancelled; it was none, but the work was done.
  add column kind text not null default 'trial' check (kind in ('trial', 'look', 'free', 'returned')),
  -- A failed run of a batch may be started again.
  add column starts integer not null default 1 check (starts > 0);

alter table stored_object
  -- What the store calls these bytes, of an upload that its signed address could still replace; null where it cannot.
  add column version text;
