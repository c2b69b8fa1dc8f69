-- What probing a file found: type, pixels, frames, seconds, tracks. Null until it is asked for.
alter table stored_object add column facts jsonb;

-- The size of a task by its contract's own measure (megapixels, seconds, bytes): what its pace is a line over.
alter table task add column work_amount double precision;
