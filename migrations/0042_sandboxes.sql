-- The organisations that sandboxes are copied from, with the day on which their history ends. For the owner of the tables only:
-- a clinic must not become a template by what it is called.
create table sandbox_template (
  organisation int primary key references organisation (id),
  today date not null,
  created timestamptz not null default clock_timestamp()
);

-- What is played in a sandbox: so many of the next deliveries fail.
create table sandbox_state (
  organisation int primary key default organisation() references organisation (id),
  failing_deliveries int not null default 0 check (failing_deliveries >= 0)
);
call keep_apart('sandbox_state', 'select, insert, update', 'select, update');
