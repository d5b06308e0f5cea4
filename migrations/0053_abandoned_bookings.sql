-- Within how many minutes an online booking that an application made for itself must have its client.
alter table department_settings add column online_booking_client_minutes int not null default 15
  check (online_booking_client_minutes between 5 and 1440);

-- The online bookings that an application made for itself. Such a booking is given up when it is due and nobody is known who comes.
create table awaited_client (
  organisation int not null default organisation(),
  appointment bigint not null,
  -- By the clock of the organisation; null once it was looked at.
  due timestamptz,
  primary key (organisation, appointment),
  foreign key (organisation, appointment) references appointment (organisation, id)
);
create index awaited_client_due on awaited_client (organisation, due) where due is not null;
call keep_apart('awaited_client', 'select, insert, update');
-- The worker looks over all organisations for what is due, and gives it up as the application.
grant select (organisation, due) on awaited_client to fetlock_worker;
create policy worker_finds on awaited_client for select to fetlock_worker using (organisation() = 0 and due is not null);
