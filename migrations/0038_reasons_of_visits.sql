-- Why they come: what the appointment says, or what whoever admits them chooses.
alter table consultation add column reason bigint,
  add foreign key (organisation, reason) references reason (organisation, id);
create index consultation_reason on consultation (organisation, reason);
