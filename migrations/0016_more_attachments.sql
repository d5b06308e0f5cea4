-- Files of a visit and of an invoice.
alter table attachment add column consultation bigint;
alter table attachment add column invoice bigint;
alter table attachment add constraint attachment_consultation_fkey
  foreign key (organisation, consultation) references consultation (organisation, id);
alter table attachment add constraint attachment_invoice_fkey
  foreign key (organisation, invoice) references invoice (organisation, id);
alter table attachment drop constraint attachment_owner;
alter table attachment add constraint attachment_owner check (num_nonnulls(client, patient, consultation, invoice) = 1);
create index attachment_consultation on attachment (organisation, consultation);
create index attachment_invoice on attachment (organisation, invoice);
