-- How far each follower of the audit trail has come. Its row is locked while events are worked on, so a follower is in one
-- place at a time, and where it stands is committed together with what it did.
create table follower (
  organisation int not null default organisation() references organisation (id),
  name text not null,
  position bigint not null default 0 check (position >= 0),
  primary key (organisation, name)
);
call keep_apart('follower', 'select', 'select, insert, update');
-- The worker looks over all organisations for events that wait, and works on them within each.
create policy worker_looks on follower for select to fetlock_worker using (true);
create policy worker_looks on ledger for select to fetlock_worker using (true);

-- Work that returns by the clock: when each is due next, and which worker is at it. It belongs to the deployment.
create table duty (
  name text primary key,
  due timestamptz not null default clock_timestamp(),
  lease uuid,
  leased_until timestamptz,
  finished timestamptz,
  failures int not null default 0
);
grant select, insert, update on duty to fetlock_worker;

alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check
  check (kind in ('invitation', 'password reset', 'password set'));
-- Its followers write to staff about what they have seen, in the organisation they work for.
grant insert on message to fetlock_worker;
drop policy worker_takes on message;
create policy worker_finds on message for select to fetlock_worker using (sent is null);
create policy worker_takes on message for update to fetlock_worker using (sent is null);
