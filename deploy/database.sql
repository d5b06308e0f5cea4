-- Creates the database after deploy/roles.sql; only Fetlock's roles may enter it: psql -f deploy/database.sql
create database fetlock owner fetlock_owner;
revoke all on database fetlock from public;
grant connect on database fetlock to fetlock_app, fetlock_worker;
