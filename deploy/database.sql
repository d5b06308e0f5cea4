-- Creates the database after deploy/roles.sql; only Fetlock's roles may connect to it: psql -f deploy/database.sql
-- Whatever the cluster's encoding and collation are, this database is UTF-8 and sorts by code point.
create database fetlock owner fetlock_owner
  template template0 encoding 'UTF8' locale_provider libc locale 'C.UTF-8';
revoke all on database fetlock from public;
grant connect on database fetlock to fetlock_app, fetlock_worker;
