-- What the log lines and spans of a task have in common with the request that sent it (docs/decisions/traces.md).

alter table task
  -- As in the header `traceparent` of W3C Trace Context; null for tasks of before.
  add column trace text,
  -- Since when it waits, in the lane in which it is now.
  add column queued_at timestamptz not null default now();
