-- A browser in which somebody has given a second factor, and is not asked for one again until this expires. Its id is the hash of
-- a cookie.
create table factor_mark (
  organisation int not null default organisation(),
  id text not null,
  "user" bigint not null,
  expires timestamptz not null,
  primary key (organisation, id),
  foreign key (organisation, "user") references "user" (organisation, id)
);
create index factor_mark_user on factor_mark (organisation, "user");
create index factor_mark_expires on factor_mark (expires);
call keep_apart('factor_mark', 'select, insert, delete', 'select, delete');
create policy worker_sweeps on factor_mark for all to fetlock_worker using (organisation() = 0 and expires < now());
