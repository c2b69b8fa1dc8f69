-- Whether a task of a lane with work of minutes is expected to take seconds. Such tasks have turns and places of their own
-- (docs/decisions/fair-turns.md).
alter table task add column is_short boolean not null default false;
