-- A third dimension for organisations that use one. It is copied to invoice rows only while it is switched on.
alter table organisation add column reporting_dimension_3_enabled boolean not null default false;
alter table item add column reporting_dimension_3 text not null default '';

-- The text of the JSON object as it was sent: `jsonb` would write 1e3 as 1000.
alter table unallocatedpayment alter column metadata drop default;
-- squawk-ignore changing-column-type
alter table unallocatedpayment alter column metadata type text using metadata::text;
alter table unallocatedpayment alter column metadata set default '{}';
-- squawk-ignore constraint-missing-not-valid
alter table unallocatedpayment add constraint unallocatedpayment_metadata_check check (json_typeof(metadata::json) = 'object');

-- A voided draft owes nothing. What those of before show changes, so the change is stamped and audited: per organisation, since
-- each has its own ledger and the owner is bound by row security too.
alter table organisation no force row level security;
do $$
declare
  one int;
begin
  for one in select id from organisation order by id loop
    perform set_config('app.organisation', one::text, true);
    perform set_config('app.stamp', '', true);
    update invoice set due_sum = 0, client_due_sum = 0 where status = 99 and (due_sum <> 0 or client_due_sum <> 0);
    set constraints all immediate;
    set constraints all deferred;
  end loop;
  perform set_config('app.organisation', '0', true);
  perform set_config('app.stamp', '', true);
end $$;
alter table organisation force row level security;
-- squawk-ignore constraint-missing-not-valid
alter table invoice add constraint invoice_voided_owes_nothing check (status <> 99 or (due_sum = 0 and client_due_sum = 0));
