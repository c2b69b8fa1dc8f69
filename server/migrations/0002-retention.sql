-- What deleting needs: finding the tasks that read a file, and remembering files that a signature may still bring back.

-- Without a list of pending entries, which every look would have to read through.
create index task_inputs on task using gin (inputs jsonb_path_ops) with (fastupdate = off);

-- Its bytes are gone, but they may be sent again until its signature is over: the row stays so that a sweep looks once more.
alter table stored_object add column is_removed boolean not null default false;
