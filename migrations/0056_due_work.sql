-- A worker asks with one statement, several times a second, what is due anywhere. Each of these indexes answers one part of it
-- from its first entry, however many rows wait for later.
create index delivery_due on delivery (due) where status = 0;
create index client_message_due on client_message (greatest(due, available)) where status < 3;
create index appointment_reminder_due on appointment_reminder (due) where queued is null and due is not null;
create index awaited_client_next on awaited_client (due) where due is not null;
create index recall_next on recall (due) where queued is null and replaced_by is null;
create index import_running on import (organisation, id) where state in ('checking', 'running');
create index catalog_import_waiting on catalog_import (organisation, id) where state in ('waiting', 'running');
-- The sandboxes that have a clock of their own: what is due there is due by that.
create index organisation_own_clock on organisation (id) where clock_offset <> 0;
