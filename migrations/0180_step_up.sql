-- When the person of a session last gave their own factor: what makes access last asks for it again after five minutes.
-- Sessions that run already have to be confirmed first.
alter table session add column confirmed timestamptz not null default '-infinity';

alter table passkey_challenge drop constraint passkey_challenge_purpose_check;
alter table passkey_challenge add constraint passkey_challenge_purpose_check
  check (purpose in ('sign in', 'second factor', 'unlock', 'step up', 'registration')) not valid;
alter table passkey_challenge validate constraint passkey_challenge_purpose_check;
