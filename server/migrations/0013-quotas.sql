-- What an owner or an address stored in the last minute is summed up for every signature and every result: from the index alone.
drop index stored_object_of_owner;
drop index stored_object_of_address;
create index stored_object_of_owner on stored_object (owner, created_at) include (bytes, expires_at);
create index stored_object_of_address on stored_object (address, created_at) include (bytes, expires_at);
