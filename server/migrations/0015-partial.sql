-- The last segments of a long text, shown while its task runs; null once it has ended.
alter table task add column partial jsonb;
