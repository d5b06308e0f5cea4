import { CodelistName } from '@fetlock/sdk'
import { plural } from './plural.ts'

/** What the clinic has added to lists. */
export const listsText = {
  title: 'Lists',
  what: 'The lists',
  count: (count: number) => plural(count, { one: 'entry', other: 'entries' }),
  new: 'New entry',
  find: 'Name or code',
  findLabel: 'Find an entry',
  list: 'List',
  lists: {
    [CodelistName.Items]: 'Groups of items',
    [CodelistName.Diagnoses]: 'Diagnoses',
    [CodelistName.Species]: 'Species',
    [CodelistName.Breeds]: 'Breeds',
  } as Readonly<Record<CodelistName, string>>,
  about: {
    [CodelistName.Items]: 'Items are sorted into these, and prices are changed by them.',
    [CodelistName.Diagnoses]: 'These are offered in a visit beside the diagnoses of the codelist.',
    [CodelistName.Species]: 'Patients take the species of the codelist; these are for programs that ask for them.',
    [CodelistName.Breeds]: 'Patients take the breeds of the codelist; these are for programs that ask for them.',
  } as Readonly<Record<CodelistName, string>>,
  columns: { name: 'Name', code: 'Code' },
  none: 'Nothing has been added to this list yet.',
  noneArchived: 'Nothing of this list is archived.',
  nothing: 'No entry matches.',
  form: { name: 'Name', code: 'Code', codeHint: 'Your own, for statistics.', list: 'List' },
}
