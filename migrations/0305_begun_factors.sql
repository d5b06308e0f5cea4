-- An authenticator app that is being added belongs to the browser that began it: a hash of a cookie, as of a passkey's challenge.
alter table second_factor add column browser text;
