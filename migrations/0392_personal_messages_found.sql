-- Outside a transaction: client_message is large, and whoever writes messages must not wait while the indexes are built.
drop index concurrently if exists client_message_consultation;
create index concurrently if not exists client_message_consultation on client_message (organisation, consultation, id)
  where consultation is not null;
drop index concurrently if exists client_message_created_user;
create index concurrently if not exists client_message_created_user on client_message (organisation, created_user, id)
  where created_user is not null;
