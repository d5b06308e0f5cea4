-- The medicines of a draft are compared with contraindications again, and somebody says why they are prescribed nevertheless.
grant update (warnings, warning_reason, modified_user) on prescription_item to fetlock_app;
