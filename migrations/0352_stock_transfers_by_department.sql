-- Outside a transaction: stock_movement is large, and whoever moves stock must not wait while the index is built.
drop index concurrently if exists stock_movement_other_department;
create index concurrently if not exists stock_movement_other_department on stock_movement (organisation, other_department)
  where other_department is not null;
