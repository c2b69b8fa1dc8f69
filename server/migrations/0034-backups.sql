-- The backups of the schedule (BACKUP_TO), noted before they begin, so that one that was cut short is known.
create table backup (
  id uuid primary key default gen_random_uuid(),
  -- The folder, or s3://bucket/prefix.
  place text not null,
  name text not null,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Of a whole one.
  bytes bigint,
  -- Why there is none.
  failure text,
  check ((ended_at is null) = (bytes is null and failure is null))
);
create index backup_began_at on backup (began_at desc);
