-- Outside a transaction: stock_movement is large, and whoever treats animals must not wait while the index is built.
drop index concurrently if exists stock_movement_used;
create index concurrently if not exists stock_movement_used on stock_movement (organisation, item, created)
  where cause in (1, 2, 3);
