-- The queue: a task waits in its own row, owners take turns within a lane, and workers are known by their heartbeats.

alter table task
  -- The sender's network address, hidden; null for tasks from before this column.
  add column address text,
  -- Who takes turns in a lane: an account, or for visitors the hidden address. Owners within a share take turns in their turn.
  add column share text not null default '',
  -- A place that belongs to the share as a whole: the lane serves the smallest first, and the share's first task takes it.
  add column turn bigint not null default 0,
  -- The task's place within its share.
  add column owner_turn bigint not null default 0,
  -- The worker that runs it.
  add column worker_id uuid;

drop index task_waiting;
create index task_turn on task (lane, turn, created_at, id) where status = 'queued';
create index task_turn_of_share on task (lane, share, owner_turn, created_at, id) where status = 'queued';
create index task_open_of_share on task (share, lane, turn) where ended_at is null;
create index task_open_of_owner on task (owner, lane, share, owner_turn) where ended_at is null;

-- Processes that run tasks. A row whose heartbeat stopped is deleted, and its running tasks go back into the queue.
create table worker (
  id uuid primary key,
  host text not null,
  pid integer not null,
  version text not null,
  -- {"image": 2, "model": 1}: how many tasks of each lane it runs side by side
  lanes jsonb not null,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
