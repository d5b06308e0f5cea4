-- Whether there is any organisation yet, which the page at / says to whoever has just installed the service.
grant select on sequence organisation_id_seq to fetlock_app;

-- The demo clinics that were made with the published password. Of the whole deployment: nobody may start a service that others
-- can reach while it opens one of them.
create table demo_clinic (
  organisation int primary key references organisation (id)
);
grant select on demo_clinic to fetlock_app;
