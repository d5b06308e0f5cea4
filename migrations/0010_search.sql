-- Row security holds back every operator that might tell of a row it hides, ilike among them, until the rows of the
-- organisation have been read one by one. Comparing texts is not held back: so "contains" is a range of suffixes.
create table suffix (
  organisation int not null default organisation(),
  -- squawk-ignore prefer-bigint-over-smallint
  field smallint not null,
  suffix text collate "C" not null,
  record bigint not null,
  primary key (organisation, field, suffix, record)
);
call keep_apart('suffix', 'select, insert, delete');

-- Every suffix of at least three characters, in small letters as ilike compares them, cut at 32; some may be told twice.
-- Without "offset 0" each suffix would have the whole text made small again, which costs eight times as much.
create function suffixes_of(whole text) returns setof text language sql immutable parallel safe
  begin atomic
    select substr(small, generate_series(1, length(small) - 2), 32) collate "C"
      from (select lower(whole) as small offset 0) w;
  end;

-- A phone number without what people put between its digits: the same characters as in finding-clients.ts.
create function without_separators(phone_number text) returns text language sql immutable parallel safe
  return regexp_replace(phone_number, '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff().\-/]', '', 'g');

-- What a record is found by. The numbers of the fields are those of the resources' declarations.
create function findable(r client) returns table (field smallint, suffix text) language sql immutable
  begin atomic
    select 1::smallint, s from suffixes_of(r.firstname) s union all
    select 2::smallint, s from suffixes_of(r.lastname) s union all
    select 3::smallint, s from suffixes_of(r.organization_name) s;
  end;
create function findable(r phonenumber) returns table (field smallint, suffix text) language sql immutable
  begin atomic
    select 4::smallint, s from suffixes_of(without_separators(r.phone_number)) s union all
    select 4::smallint, s from suffixes_of(regexp_replace(r.phone_number, '[^0-9+]', '', 'g')) s union all
    select 4::smallint, s from suffixes_of(r.e164) s;
  end;
create function findable(r patient) returns table (field smallint, suffix text) language sql immutable
  begin atomic
    select 5::smallint, s from suffixes_of(r.name) s;
  end;

create function add_suffixes() returns trigger language plpgsql as $$
begin
  insert into suffix (organisation, field, suffix, record)
    select distinct new.organisation, f.field, f.suffix, new.id from findable(new) f;
  return null;
end $$;
-- Suffixes go one by one, so that each is looked up by its whole key whatever the planner believes of the table.
create function change_suffixes() returns trigger language plpgsql as $$
declare
  gone record;
begin
  for gone in select * from findable(old) except select * from findable(new) loop
    delete from suffix s where s.organisation = old.organisation and s.field = gone.field and s.suffix = gone.suffix
      and s.record = old.id;
  end loop;
  insert into suffix (organisation, field, suffix, record) select new.organisation, f.field, f.suffix, new.id
    from (select * from findable(new) except select * from findable(old)) f;
  return null;
end $$;
create function remove_suffixes() returns trigger language plpgsql as $$
declare
  gone record;
begin
  for gone in select distinct * from findable(old) loop
    delete from suffix s where s.organisation = old.organisation and s.field = gone.field and s.suffix = gone.suffix
      and s.record = old.id;
  end loop;
  return null;
end $$;

-- Keeps the suffixes of a table's rows, which findable() of its row type tells from these columns.
create procedure keep_findable(target regclass, columns text[]) language plpgsql as $$
declare
  was text := (select string_agg(format('old.%I', name), ', ') from unnest(columns) name);
  becomes text := replace(was, 'old.', 'new.');
begin
  execute format('create trigger add_suffixes after insert on %s for each row execute function add_suffixes()', target);
  execute format('create trigger change_suffixes after update on %s for each row
    when ((%s) is distinct from (%s)) execute function change_suffixes()', target, was, becomes);
  execute format('create trigger remove_suffixes after delete on %s for each row execute function remove_suffixes()', target);
end $$;
call keep_findable('client', '{firstname,lastname,organization_name}');
call keep_findable('phonenumber', '{phone_number,e164}');
call keep_findable('patient', '{name}');

-- Makes the suffixes of the organisation anew, while no text can change. Sorted by their key they make a dense index; what
-- does not fit into memory is sorted on disk.
create procedure refill_suffixes() language plpgsql set work_mem = '64MB' set jit = off as $$
begin
  lock table suffix in share row exclusive mode;
  delete from suffix where organisation = organisation();
  insert into suffix (organisation, field, suffix, record)
    select distinct organisation(), f.field, f.suffix, f.record from (
      select f.*, r.id as record from client r, findable(r) f where r.organisation = organisation() union all
      select f.*, r.id from phonenumber r, findable(r) f where r.organisation = organisation() union all
      select f.*, r.id from patient r, findable(r) f where r.organisation = organisation()) f
    order by 2, 3, 4;
end $$;

-- The owner is held to one organisation too, and asks for their numbers only here.
alter table organisation no force row level security;
do $$
declare
  one int;
begin
  for one in select id from organisation order by id loop
    perform set_config('app.organisation', one::text, true);
    call refill_suffixes();
  end loop;
  perform set_config('app.organisation', '0', true);
end $$;
alter table organisation force row level security;

-- A partial index is of no use to a statement that is planned before its values are known.
-- squawk-ignore require-concurrent-index-deletion
drop index client_email;
create index client_email on client (organisation, email);
