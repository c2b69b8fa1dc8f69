-- Progress of the run that counts, and pages of a batch.

-- What a task shows never goes back, also when a run died and another begins anew; the time left is worked out from what the current
-- run itself has reported. That is `attempt_progress` where `reported_attempt` is the current attempt, else nothing yet.
alter table task add column attempt_progress real not null default 0;
alter table task add column reported_attempt integer not null default 0;

-- A batch in the order its tasks were sent.
create index task_order_in_batch on task (batch_id, created_at, id) where batch_id is not null;
