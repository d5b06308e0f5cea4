-- The client whose invoices another client pays may have another payer later. This is who paid them when the invoice was made;
-- null where nobody but the client does.
alter table invoice add column payer bigint;
-- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
alter table invoice add constraint invoice_payer_fkey foreign key (organisation, payer) references client (organisation, id);
-- squawk-ignore require-concurrent-index-creation
create index invoice_payer on invoice (organisation, payer) where payer is not null;

-- Of invoices from before, those who pay now are the best guess. Nobody is told: what is shown of them is as it was.
-- The owner is held to one organisation too, and asks for their numbers only here.
alter table organisation no force row level security;
alter table invoice disable trigger keep_change;
do $$
declare
  one int;
begin
  for one in select id from organisation order by id loop
    perform set_config('app.organisation', one::text, true);
    update invoice i set payer = c.invoicing_client from client c
      where i.organisation = one and c.organisation = one and c.id = i.client and c.invoicing_client is not null;
  end loop;
  perform set_config('app.organisation', '0', true);
end $$;
alter table invoice enable trigger keep_change;
alter table organisation force row level security;
