-- Whether the rate of VAT was sent with the row. Null for rows from before, whose VAT group is compared with the item's instead.
alter table countersaleitem add column vat_sent boolean;
