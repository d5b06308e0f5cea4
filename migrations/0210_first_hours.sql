-- What a clinic does and sells is imported, too: an item is known by its code.
alter table import_file drop constraint import_file_kind_check;
alter table import_file add constraint import_file_kind_check
  check (kind in ('clients', 'phone_numbers', 'patients', 'weights', 'items', 'opening_balances'));
alter table import_row drop constraint import_row_kind_check;
alter table import_row add constraint import_row_kind_check
  check (kind in ('clients', 'phone_numbers', 'patients', 'weights', 'items', 'opening_balances'));
alter table import_reference drop constraint import_reference_kind_check;
alter table import_reference add constraint import_reference_kind_check
  check (kind in ('clients', 'patients', 'items', 'opening_balances'));
-- squawk-ignore adding-field-with-default
alter table import_reference add column item bigint generated always as (case kind when 'items' then record end) stored;
alter table import_reference add constraint import_reference_item_fkey
  foreign key (organisation, item) references item (organisation, id);

-- Whether the list of what a new clinic still needs is shown, and whether somebody has confirmed the proposed rates of VAT.
alter table organisation
  add column setup_open boolean not null default false,
  add column vat_rates_confirmed boolean not null default false;
