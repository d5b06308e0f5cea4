-- The worker tells nobody the password of an archived wholesaler, and posts nothing for a registration that was deleted.
grant select (archived) on wholesaler to fetlock_worker;
grant select (removed) on available_wholesaler to fetlock_worker;

-- A registration that its application deletes is hidden and leaves a tombstone, as any record that no list shows again.
create function bury_registration() returns trigger language plpgsql as $$
begin
  insert into deleted (resource, record, modified) values ('available_wholesaler', new.id, write_stamp());
  return null;
end $$;
create constraint trigger bury_registration after update of removed on available_wholesaler deferrable initially deferred
  for each row when (new.removed and not old.removed) execute function bury_registration();
revoke delete on available_wholesaler from fetlock_app;
