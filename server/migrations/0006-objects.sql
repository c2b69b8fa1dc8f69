-- Objects get an owner, a purpose, a visibility and a lifetime of their own; open tasks hold the objects they still have to read.

alter table stored_object
  -- 'account:<id>' or 'visitor:<hash>', as in task.owner. Null for rows from before that no task named.
  add column owner text,
  -- The network address that the signature was given to, as an HMAC. Null where it is not known.
  add column address text,
  add column purpose text,
  -- public: the address alone opens it, and it cannot be guessed. signed: only an address with a signature that ends soon.
  add column visibility text not null default 'public' check (visibility in ('public', 'signed')),
  -- Null: kept until it is released by hand.
  alter column expires_at drop not null;

update stored_object set purpose = case
  when key like 'preview/%' then 'preview'
  when key like 'output/%' then 'output'
  else 'input'
end;

update stored_object as object set owner = task.owner from task where task.id = object.task_id;

update stored_object as object set owner = reader.owner
from (
  select distinct on (input ->> 'key') input ->> 'key' as key, task.owner
  from task, jsonb_array_elements(task.inputs) as input
  where input ->> 'kind' = 'upload'
  order by input ->> 'key', task.created_at
) as reader
where reader.key = object.key and object.owner is null and object.purpose = 'input';

update stored_object as object set purpose = 'avatar', owner = 'account:' || account.id, expires_at = null
from account where account.avatar_key = object.key;

update stored_object set expires_at = null where expires_at >= '9999-01-01';

alter table stored_object
  alter column purpose set not null,
  add check (purpose in ('input', 'mask', 'output', 'preview', 'avatar', 'template', 'font'));

-- Every signature sums up the bytes of an owner and of an address: from the index alone.
create index stored_object_of_owner on stored_object (owner) include (bytes, expires_at);
create index stored_object_of_address on stored_object (address) include (bytes, expires_at);

-- An open task still has to read this object: no sweep takes it. The row goes when the task ends.
create table object_use (
  key text not null references stored_object (key),
  task_id uuid not null references task (id) on delete cascade,
  primary key (key, task_id)
);

create index object_use_of_task on object_use (task_id);

insert into object_use (key, task_id)
select distinct object.key, task.id
from task, jsonb_array_elements(task.inputs) as input
join stored_object as object on object.key = input ->> 'key'
where task.ended_at is null and input ->> 'kind' = 'upload' and not object.is_removed;
