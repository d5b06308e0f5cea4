-- The same hash of the same text as before. As plpgsql its expression is planned once for each connection; PostgreSQL 15 plans
-- an SQL function that it cannot inline again in every transaction.
create or replace function audit_link(before bytea, event auditevent) returns bytea language plpgsql immutable as $$
begin
  return sha256(before || convert_to(jsonb_build_array(event.organisation, event.sequence, event.resource, event.record,
    event.action, event.changes, event."user", event.application, event.credential, event.address, event.request,
    (extract(epoch from event.occurred) * 1000000)::bigint)::text, 'UTF8'));
end $$;
