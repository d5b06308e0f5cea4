-- The logo of an organisation: its file in the object store, and which image it is, so that whoever has it knows it again.
alter table organisation add column logo_key uuid, add column logo bigint;
alter table organisation add constraint organisation_logo check ((logo_key is null) = (logo is null));

-- Printed at the foot of every invoice of the department, such as where to call at night.
alter table department_settings add column printed_remarks text not null default '';

create or replace function letterhead_of(wanted bigint) returns jsonb language sql stable parallel safe return (
  select jsonb_build_object('name', o.name, 'department', d.name, 'vat_number', o.vat_number, 'register_number', o.register_number,
    'phone', coalesce(nullif(d.phone, ''), o.phone), 'email', coalesce(nullif(d.email, ''), o.email), 'iban', s.iban, 'bic', s.bic,
    'time_zone', s.time_zone, 'remarks', s.printed_remarks)
    || case when o.city <> '' or o.street_address <> '' then jsonb_build_object('street_address', o.street_address,
      'zip_code', o.zip_code, 'city', o.city, 'country', o.country)
    else jsonb_build_object('street_address', d.street_address, 'zip_code', d.zip_code, 'city', d.city,
      'country', coalesce(nullif(d.country, ''), o.country)) end
  from department d
  join organisation o on o.organisation = d.organisation
  join department_settings s on s.organisation = d.organisation and s.id = d.id
  where d.organisation = organisation() and d.id = wanted);
