import { plural } from './plural.ts'

const minutes = (count: number) => `${count} min`

/** What clients come for, and what is then usually charged. */
export const reasonsText = {
  title: 'Reasons',
  what: 'The reasons',
  count: (count: number) => plural(count, { one: 'reason', other: 'reasons' }),
  new: 'New reason',
  find: 'Name of the reason',
  findLabel: 'Find a reason by its name',
  columns: { name: 'Reason', duration: 'Length', online: 'Online booking', items: 'Usually charged' },
  minutes,
  online: 'Offered',
  items: (count: number) => plural(count, { one: 'item', other: 'items' }),
  none: 'No reason is set up yet. What clients come for is chosen when an appointment is booked.',
  noneArchived: 'No reason is archived.',
  nothing: (q: string) => `No reason is called “${q}”.`,
  form: {
    name: 'Name',
    duration: 'Length, minutes',
    durationHint: 'Free times are offered in this length. Appointments that are booked keep theirs.',
    color: 'Colour',
    colorHint: 'For programs that colour appointments by their reason; the calendar here shows how far they are.',
    noColor: 'None',
    colors: {
      '#2f9e8f': 'Green',
      '#3b82c4': 'Blue',
      '#8b5fbf': 'Purple',
      '#c2557a': 'Pink',
      '#c4622d': 'Orange',
      '#a68a1c': 'Yellow',
      '#6b7280': 'Grey',
    } as Readonly<Record<string, string>>,
    online: 'Clients may choose it when they book online',
    instructions: 'What the client should know before',
    instructionsHint: 'Stands in confirmations and reminders, in place of {{instructions}}.',
  },
  usual: {
    title: 'Usually charged',
    explained: 'A visit for this reason that lacks one of these is asked about before the invoice.',
    none: 'Nothing yet.',
    find: 'Add an item',
    quantityOf: (item: string) => `Quantity of ${item}`,
    remove: (item: string) => `Remove ${item}`,
    added: (item: string) => `${item} added`,
    changed: (item: string) => `${item} saved`,
    removed: (item: string) => `${item} removed`,
    what: 'What is usually charged',
    archived: 'archived',
  },
}
