-- When an invoice was last mailed to whoever pays it.
alter table invoice add column sent timestamptz;
