-- What one package cost, net of VAT, when the line was added. Null for lines that were added before, and where nobody knows.
alter table orderitem add column wholesale_price numeric(12, 4);
alter table orderitem add constraint orderitem_wholesale_price_check
  check (wholesale_price >= 0 and wholesale_price < 'NaN') not valid;
