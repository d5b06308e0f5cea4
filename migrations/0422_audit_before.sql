-- Outside a transaction: what is in auditevent is read once to see how late it is, and everybody goes on writing meanwhile.
call close_default_partition();
