-- How much an organisation stores, so that whoever announces a file need not count. Kept by a trigger and not by rules, of which
-- one could be forgotten. It is deferred and comes after the one that stamps the change, which has taken the organisation's lock:
-- two transactions never wait for each other.
create table storage_used (
  organisation int not null default organisation() references organisation (id),
  bytes bigint not null default 0,
  files bigint not null default 0,
  pending bigint not null default 0,
  primary key (organisation)
);
call keep_apart('storage_used', 'select, insert, update', 'select, insert, update');

-- What an attachment counts as: its size from the moment it is announced until it is deleted or refused.
create function storage_counted(file attachment) returns table (bytes bigint, files bigint, pending bigint)
language sql immutable as $$
  select case when kept then file.size else 0 end, case when kept then 1 else 0 end,
    case when kept and file.uploaded is null then 1 else 0 end
  from (select file.organisation is not null and file.refusal = '' as kept) k
$$;

create function count_storage() returns trigger language plpgsql as $$
declare
  gone record;
  there record;
begin
  select * into gone from storage_counted(case when tg_op = 'INSERT' then null::attachment else old end);
  select * into there from storage_counted(case when tg_op = 'DELETE' then null::attachment else new end);
  update storage_used set bytes = storage_used.bytes + there.bytes - gone.bytes,
    files = storage_used.files + there.files - gone.files, pending = storage_used.pending + there.pending - gone.pending
    where organisation = coalesce(new.organisation, old.organisation);
  if not found and there.files > gone.files then
    insert into storage_used values (new.organisation, there.bytes, there.files, there.pending)
    on conflict (organisation) do update set bytes = storage_used.bytes + excluded.bytes,
      files = storage_used.files + excluded.files, pending = storage_used.pending + excluded.pending;
  end if;
  return null;
end $$;

create constraint trigger keep_storage after insert or delete or update of uploaded, refusal on attachment
  deferrable initially deferred for each row execute function count_storage();

do $$
begin
  for id in 1 .. (select last_value from organisation_id_seq) loop
    perform set_config('app.organisation', id::text, true);
    insert into storage_used
      select organisation, sum(size), count(*), count(*) filter (where uploaded is null)
      from attachment where organisation = organisation() and refusal = '' group by organisation;
  end loop;
  perform set_config('app.organisation', '0', true);
end $$;

-- How often an organisation was refused because it had its share of what all have in common, by the code of the refusal and the
-- day: the metric has no label of an organisation, and whoever operates the service wants to know whom to call.
create table ceiling_refusal (
  organisation int not null default organisation() references organisation (id),
  day date not null default current_date,
  code text not null,
  refused bigint not null,
  last timestamptz not null default clock_timestamp(),
  primary key (organisation, day, code)
);
create index ceiling_refusal_day on ceiling_refusal (day);
call keep_apart('ceiling_refusal', 'select, insert, update', 'select, delete');
create policy worker_sweeps on ceiling_refusal for all to fetlock_worker using (organisation() = 0 and day < current_date - 90);
