-- A log-in by the sandbox's WeChat does not take the visitor's tasks: a stranger may have played the scan.
alter table login add column takes_tasks boolean not null default true;

-- Whether the value is encrypted with the operator's SECRET_KEY.
alter table server_secret add column is_sealed boolean not null default false;
