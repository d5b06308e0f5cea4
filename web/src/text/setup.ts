import { byCount, plural } from './plural.ts'

/** What a new clinic still needs. */
export const setupText = {
  title: 'What is still missing',
  what: 'What is missing',
  progress: (done: number, all: number, clinic: string) => `${done} of ${all} done for ${clinic}`,
  hide: 'Hide this page',
  hidden: 'The app opens with Today from now on',
  sections: { visit: 'Before the first visit', invoice: 'Before the first invoice', later: 'Can wait' },
  done: 'Done',
  about: (line: string, action: string) => `${line}: ${action}`,
  lines: {
    people: { title: 'People', missing: 'Nobody but you can sign in', action: 'Invite', again: 'Invite' },
    clients: { title: 'Clients and patients', missing: 'Nobody is registered', action: 'Import', again: 'Import more' },
    address: { title: 'Address', missing: 'Invoices print no address', action: 'Add address', again: 'Change' },
    vat: { title: 'VAT rates', missing: 'Nobody has confirmed them', action: 'Confirm', again: 'Change' },
    items: { title: 'Items and prices', missing: 'Nothing can be charged', action: 'Import', again: 'Import more' },
    bank: {
      title: 'Bank account',
      missing: 'Invoices do not say where to pay',
      action: 'Add account',
      again: 'Change',
    },
    logo: { title: 'Logo', missing: 'Invoices print the name alone', action: 'Add logo', again: 'Change' },
  },
  byHand: { clients: 'Register one', items: 'Add one' },
  counts: {
    people: (count: number) => plural(count, { one: 'person', other: 'people' }),
    clients: (clients: number, patients: number) =>
      `${plural(clients, { one: 'client', other: 'clients' })}, ${plural(patients, { one: 'patient', other: 'patients' })}`,
    items: (count: number) => plural(count, { one: 'item', other: 'items' }),
    rates: (count: number) => plural(count, { one: 'rate', other: 'rates' }),
  },
  printed: 'Printed on invoices',
  walkIn: 'A walk-in can be checked in and paid at once, without the rest.',
  openToday: 'Open Today',
  all: 'Nothing is missing. The clinic can open.',
  vat: {
    title: 'VAT rates',
    explained:
      'These rates were proposed for your country. They change, and which one applies to what is for somebody who knows the law: compare them with your bookkeeper.',
    none: 'There is no rate yet. Add those that you sell at.',
    rate: (title: string) => `Rate of ${title}`,
    percent: '%',
    newTitle: 'Another rate',
    newTitleHint: 'At 0 % its name is printed as the reason.',
    newRate: 'Percent',
    bad: 'Enter a rate from 0 to 99.99.',
    untitled: 'Name the rate.',
    confirm: (count: number) => byCount(count, { one: 'Confirm 1 rate', other: `Confirm ${count} rates` }),
    confirmed: 'The rates are confirmed',
  },
}
