-- The rounding that was recorded together with a cash payment, so that both are cancelled together.
alter table invoicepayment
  add column rounding bigint,
  add check (rounding is null or payment_type = 1),
  add foreign key (organisation, rounding) references invoicepayment (organisation, id);
create unique index invoicepayment_rounding on invoicepayment (organisation, rounding) where rounding is not null;
