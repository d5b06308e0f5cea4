import { CustomFieldOwner, CustomFieldType } from '@fetlock/sdk'
import { plural } from './plural.ts'

/** The fields that the clinic, or an integration, adds to records. */
export const fieldsText = {
  title: 'Custom fields',
  what: 'The custom fields',
  count: (count: number) => plural(count, { one: 'field', other: 'fields' }),
  new: 'New field',
  find: 'Name of the field',
  findLabel: 'Find a field by its name',
  ofWhat: 'Which records have the field',
  owners: {
    [CustomFieldOwner.Patient]: 'Patient',
    [CustomFieldOwner.Client]: 'Client',
    [CustomFieldOwner.Consultation]: 'Visit',
  } as Readonly<Record<CustomFieldOwner, string>>,
  columns: { name: 'Name', type: 'Type', begins: 'Default or options', required: 'Required', whose: 'Added by' },
  types: {
    [CustomFieldType.Text]: 'Text',
    [CustomFieldType.Number]: 'Whole number',
    [CustomFieldType.Date]: 'Date',
    [CustomFieldType.CheckBox]: 'Check box',
    [CustomFieldType.Json]: 'Data of an application',
    [CustomFieldType.Select]: 'One of a few',
    [CustomFieldType.MultiSelect]: 'Several of a few',
  } as Readonly<Record<CustomFieldType, string>>,
  clinic: 'The clinic',
  required: 'Required',
  ticked: 'Ticked',
  none: {
    [CustomFieldOwner.Patient]: 'No field has been added to patients yet.',
    [CustomFieldOwner.Client]: 'No field has been added to clients yet.',
    [CustomFieldOwner.Consultation]: 'No field has been added to visits yet.',
  } as Readonly<Record<CustomFieldOwner, string>>,
  noneArchived: 'No field is archived.',
  nothing: (q: string) => `No field is called “${q}”.`,
  form: {
    name: 'Name',
    owner: 'Stands on',
    type: 'Type',
    typeHint: 'The type and the kind of record cannot be changed later.',
    begins: 'Default',
    beginsHint: 'Every new record begins with it; existing ones stay as they are.',
    beginsTicked: 'Ticked on new records',
    options: 'Options',
    option: (at: number) => `Option ${at}`,
    newOption: 'Another option',
    optionsHint: 'What is no longer offered stays where it was chosen.',
    archiveOption: (name: string) => `No longer offer ${name}`,
    restoreOption: (name: string) => `Offer ${name} again`,
    noLonger: 'no longer offered',
    required: 'A new record cannot be saved without it',
  },
  ofApplication: (name: string) =>
    `${name} added this field, and only it can change the name and the default. You can make it required, or archive it.`,
  archivedHint: 'Archived: it is not shown on records, and what was filled in is kept.',
  preview: {
    title: 'How it will look',
    unnamed: 'Name of the field',
    notShown: 'Applications fill it in. It is not shown on the record.',
    noOption: 'Add an option, so that there is something to choose.',
  },
}
