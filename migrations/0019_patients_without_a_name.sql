-- Only the client is required of a patient: a stray has no name yet, and its species may still be unknown.
alter table patient alter column name set default '';
-- squawk-ignore ban-drop-not-null
alter table patient alter column species drop not null;
-- A foreign key does not check a breed without its species.
-- squawk-ignore constraint-missing-not-valid
alter table patient add constraint patient_breed_needs_species check (breed is null or species is not null);
