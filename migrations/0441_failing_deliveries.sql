-- Outside a transaction: delivery is large, and whoever fires webhooks must not wait while the index is built.
-- What somebody has to look at: given up, or waiting after an attempt that failed.
drop index concurrently if exists delivery_failing;
create index concurrently if not exists delivery_failing on delivery (organisation, webhook, id)
  where status = 2 or (status = 0 and failure <> '');
