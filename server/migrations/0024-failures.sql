-- Why a file could not be probed or shown, by what was tried: {poster: {error, details, until}}. `until` is null where another try cannot help.
alter table stored_object add column failures jsonb;
