-- How much work a task is, in the unit of its call: the forecast of a batch weighs its tasks by it.
alter table task add column amount double precision;
