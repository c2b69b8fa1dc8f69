-- Whether a sender was served in the current round of a lane is looked up for every task that is accepted.
create index task_served_of_share on task (share, lane, ended_at) where ended_at is not null;
