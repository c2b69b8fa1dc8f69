-- Pipelines: a task may run several calls in a row, each on a file that the one before it made.

-- [{tool, call, options, inputs, cost, expectedMs}]; null for a single call. The columns of the call, its inputs and its lane are those of the step
-- `step_index`, counted from 0.
alter table task add column steps jsonb;
alter table task add column step_index integer not null default 0;
alter table task add column step_count integer not null default 1 check (step_count > step_index);
-- Expected time of the steps after this one; null: unknown.
alter table task add column rest_ms integer default 0;
-- The result of the last step that is done, while others are still to come or failed, and what the steps up to it cost in the unit of the charge.
alter table task add column kept jsonb;
alter table task add column kept_amount integer not null default 0 check (kept_amount >= 0);
-- What its sender calls the pipeline.
alter table task add column pipeline_name text;

-- A pipeline's task that failed or was cancelled has the result of the steps that were done.
alter table task drop constraint task_check;
alter table task add constraint task_result check (
  case status when 'done' then result is not null when 'failed' then result is not distinct from kept when 'cancelled' then result is not distinct from kept
    else result is null end
);

-- Pipelines that people saved: their steps, without files.
create table saved_pipeline (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id) on delete cascade,
  name text not null,
  -- [{path, payload}]
  steps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, name)
);
