-- Turns count milliseconds of work instead of tasks, members' shares have three times the turns of others, and operators change lanes while servers
-- run (docs/decisions/fair-turns.md).

alter table task
  -- How much work of a share counts as much as one part of a visitor's.
  add column share_weight smallint not null default 1 check (share_weight > 0);

-- A round was 2, and is now as long as a task of which nothing is known.
update task set turn = turn * 1000, owner_turn = owner_turn * 1000 where ended_at is null;

-- Lanes that an operator has changed; the others have no row.
create table lane_setting (
  lane text primary key,
  -- How many tasks each worker that serves the lane runs side by side; null: as its server's own settings say.
  width integer check (width between 1 and 64),
  -- Its waiting tasks stay, and none is started.
  is_paused boolean not null default false
);
