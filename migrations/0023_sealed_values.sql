-- Every encrypted secret of an organisation, wherever it is kept: a migration that adds a column of them adds it here.
-- For the owner of the tables only.
create view sealed_value with (security_invoker = true) as
  select organisation, 'available_wholesaler' as source, 'verification_salt' as field, id, verification_salt as sealed
    from available_wholesaler
  union all select organisation, 'webhook', 'secret', id, secret from webhook
  union all select organisation, 'webhook', 'previous_secret', id, previous_secret from webhook
    where previous_secret is not null;

-- Encrypts a secret under another key. It stays the same secret, so the record is neither stamped nor audited: an update
-- inside a trigger is not. One that was replaced meanwhile is left alone.
create function reseal() returns trigger language plpgsql as $$
declare
  resealed int;
begin
  execute format('update %I set %I = $1 where organisation = $2 and id = $3 and %I = $4', old.source, old.field, old.field)
    using new.sealed, old.organisation, old.id, old.sealed;
  get diagnostics resealed = row_count;
  if resealed = 0 then return null; end if;
  return new;
end $$;
create trigger reseal instead of update on sealed_value for each row execute function reseal();
