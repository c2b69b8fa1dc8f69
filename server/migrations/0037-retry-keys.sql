-- The Idempotency-Key of the retry that queued a failed task of a batch again: the same retry, sent again, does nothing more.

alter table task add column retry_key text;

create index task_retry_key on task (owner, retry_key) where retry_key is not null;
