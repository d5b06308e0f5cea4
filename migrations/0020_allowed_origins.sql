-- The origins of the web pages of an application, from which browsers may call the API (CORS).
alter table application add column allowed_origins text[] not null default '{}';
-- Read for requests of browsers before anybody is identified. Few applications have web pages.
-- squawk-ignore require-concurrent-index-creation
create index application_allowed_origins on application (organisation) where allowed_origins <> '{}' and not archived;
