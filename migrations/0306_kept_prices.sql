-- What a price change did to an item is kept as it was: only undoing the run adds to it.
revoke update on price_change_item from fetlock_app;
grant update (restored, kept_price) on price_change_item to fetlock_app;
