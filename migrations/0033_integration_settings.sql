-- How an organisation works with other programs: one record, with the organisation's own id.
create table integration_settings (
  organisation int not null default organisation(),
  id int not null generated always as (organisation) stored,
  -- The address of the archive's viewer; the id of a patient is appended to its end.
  imaging_viewer_url text not null default '',
  modified timestamptz not null default clock_timestamp(),
  primary key (organisation, id),
  foreign key (organisation, id) references organisation (organisation, id)
);
call keep_apart('integration_settings', 'select, update');
call keep_track('integration_settings');

-- Organisations from before get theirs, and nobody is told: it says nothing yet. The owner is held to one organisation
-- too, and asks for their numbers only here.
alter table organisation no force row level security;
alter table integration_settings disable trigger keep_change;
do $$
declare
  one int;
begin
  for one in select id from organisation order by id loop
    perform set_config('app.organisation', one::text, true);
    insert into integration_settings (organisation) values (one);
  end loop;
  perform set_config('app.organisation', '0', true);
end $$;
alter table integration_settings enable trigger keep_change;
alter table organisation force row level security;
