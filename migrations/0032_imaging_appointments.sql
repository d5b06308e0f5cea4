-- The appointment at which an examination is made.
alter table diagnosticimaging_referral add column appointment bigint,
  add foreign key (organisation, appointment) references appointment (organisation, id);
create index diagnosticimaging_referral_appointment on diagnosticimaging_referral (organisation, appointment);
