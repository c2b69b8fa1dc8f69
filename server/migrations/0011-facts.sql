-- What probing a file found: type, pixels, frames, seconds, tracks. Null until it is asked for.
alter table stored_object add column facts jsonb;
