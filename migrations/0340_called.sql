-- When the client was called about it, and what was said: clinics call whom they cannot write to.
alter table recall add column called timestamptz, add column call_note text not null default '';
