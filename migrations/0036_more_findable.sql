-- Clients are also found by their e-mail address and patients by their microchip. Of these not every suffix is kept, but those
-- that people type: the beginning of an address, of the names in it and of its domain; and of a number its first and last digits.
create function starts_in_address(address text) returns setof text language sql immutable parallel safe
  begin atomic
    select substr(small, place, 32) collate "C"
      from (select lower(address) as small offset 0) w cross join generate_series(1, length(small) - 2) place
      where place = 1 or (place <= position('@' in small) + 1 and substr(small, place - 1, 1) in ('.', '_', '-', '+', '@'));
  end;
create function ends_of_number(number text) returns setof text language sql immutable parallel safe
  begin atomic
    select substr(small, place, 32) collate "C"
      from (select lower(number) as small offset 0) w
        cross join unnest(array[1, length(small) - 5, length(small) - 4, length(small) - 3]) place
      where place >= 1 and length(small) - place >= 2;
  end;

create or replace function findable(r client) returns table (field smallint, suffix text) language sql immutable
  begin atomic
    select 1::smallint, s from suffixes_of(r.firstname) s union all
    select 2::smallint, s from suffixes_of(r.lastname) s union all
    select 3::smallint, s from suffixes_of(r.organization_name) s union all
    select 6::smallint, s from starts_in_address(r.email) s;
  end;
create or replace function findable(r patient) returns table (field smallint, suffix text) language sql immutable
  begin atomic
    select 5::smallint, s from suffixes_of(r.name) s union all
    select 7::smallint, s from ends_of_number(r.microchip) s;
  end;

drop trigger add_suffixes on client;
drop trigger change_suffixes on client;
drop trigger remove_suffixes on client;
call keep_findable('client', '{firstname,lastname,organization_name,email}');
drop trigger add_suffixes on patient;
drop trigger change_suffixes on patient;
drop trigger remove_suffixes on patient;
call keep_findable('patient', '{name,microchip}');

-- The owner is held to one organisation too, and asks for their numbers only here.
alter table organisation no force row level security;
do $$
declare
  one int;
begin
  for one in select id from organisation order by id loop
    perform set_config('app.organisation', one::text, true);
    insert into suffix (organisation, field, suffix, record)
      select distinct organisation(), 6, s, r.id from client r, starts_in_address(r.email) s
        where r.organisation = organisation()
      union all
      select distinct organisation(), 7, s, r.id from patient r, ends_of_number(r.microchip) s
        where r.organisation = organisation();
  end loop;
  perform set_config('app.organisation', '0', true);
end $$;
alter table organisation force row level security;
