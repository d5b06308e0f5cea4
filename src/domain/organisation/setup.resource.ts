import { readInOrganisation } from '../../db/tx.ts'
import { address, flag, objectOf, orNull } from '../../kernel/answer-schemas.ts'
import { view } from '../../kernel/endpoint.ts'

const count = (description: string) => ({ type: 'integer', minimum: 0, description })

const answer = objectOf('What a clinic has of what it needs before it opens.', {
  open: flag('Whether the clinic is still being set up, as `setup_open` of the organisation says.'),
  address: flag('Whether invoices have an address: a street and a town of the seat.'),
  logo: flag('Whether a logo is printed.'),
  vat_rates: count('How many VAT groups items can be in.'),
  vat_rates_confirmed: flag('Whether somebody has confirmed them.'),
  without_bank_account: orNull(
    address('The first department that has no account to pay its invoices to. Null where all have one.'),
  ),
  people: count('How many people can sign in, or are invited to.'),
  people_with_shifts: count('How many of them have shifts, without which the calendar offers no times of theirs.'),
  email: flag('Whether clients can be written to by e-mail, as `email_set_up` of `GET /me/` says.'),
  items: count('How many items can be sold.'),
  clients: count('How many clients are registered.'),
  patients: count('How many patients are registered.'),
})

/** Archived records do not count: nobody works with them. */
const statement = `select json_build_object(
    'open', o.setup_open,
    'address', o.street_address <> '' and o.city <> '',
    'logo', o.logo is not null,
    'vat_rates', (select count(*) from vatgroup v where v.organisation = t.o and not v.archived),
    'vat_rates_confirmed', o.vat_rates_confirmed,
    'without_bank_account', (select $2::text || 'department/' || d.id || '/' from department d
      join department_settings s on s.organisation = d.organisation and s.id = d.id
      where d.organisation = t.o and not d.archived and s.iban = '' order by d.id limit 1),
    'people', (select count(*) from "user" u where u.organisation = t.o and u.is_active and not u.is_virtual),
    'people_with_shifts', (select count(*) from "user" u where u.organisation = t.o and u.is_active and not u.is_virtual
      and exists (select from shift s where s.organisation = u.organisation and s."user" = u.id and s.start is not null)),
    'email', (select o.sandbox or (m.smtp_host <> '' and m.mail_from <> '') from message_settings m
      where m.organisation = t.o),
    'items', (select count(*) from item i where i.organisation = t.o and not i.archived),
    'clients', (select count(*) from client c where c.organisation = t.o and not c.archived),
    'patients', (select count(*) from patient p where p.organisation = t.o and not p.archived))::text as body
  from organisation o where o.organisation = t.o`

export const setup = view({
  name: 'setup.retrieve',
  path: '/setup/',
  title: 'Setup',
  summary: 'Retrieve what a new clinic still needs',
  about:
    'What is there of what a clinic needs before its first visit and its first invoice, whoever filled it in and wherever. `PATCH /organisation/<id>/` confirms the rates of VAT and ends setting up.',
  permission: 'Settings: Departments',
  rate: 300,
  answers: { 200: answer },
  run: async ({ read, actor }) => {
    const [found] = await readInOrganisation<{ body: string }>(read, actor.organisation, statement, [actor.baseUrl])
    return { status: 200, body: found!.body }
  },
})
