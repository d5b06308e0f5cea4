import { plural } from './plural.ts'

/** What labels of medicines and vaccination certificates say, which is loaded when one is printed. */
export const paperText = {
  useBy: (date: string) => `use by ${date}`,
  label: {
    again: (patient: string, medicine: string, place: string) => `${patient} · ${medicine} · ${place}`,
    batch: (batch: string) => `Batch ${batch}`,
    animalsOnly: 'For animal treatment only',
    print: 'Print',
    printed: (count: number, size: string) => `${plural(count, { one: 'label', other: 'labels' })} of ${size} printed.`,
    noInstructions: (medicine: string) => `${medicine} has no instructions.`,
    size: {
      title: 'Which labels does this printer take?',
      explained: 'It is asked once on each device. The command “Choose the size of labels” asks again.',
      save: 'Save',
      sizes: { '62x29': '62 × 29 mm', '89x36': '89 × 36 mm' },
    },
  },
  certificate: {
    title: 'Vaccination certificate',
    none: (names: string) => `No vaccination of ${names} is recorded here.`,
    facts: {
      patient: 'Patient',
      species: 'Species',
      born: 'Sex, born',
      color: 'Colour',
      chip: 'Chip',
      passport: 'Passport',
      owner: 'Owner',
      address: 'Address',
    },
    columns: { given: 'Given', vaccine: 'Vaccine, given by', batch: 'Batch', due: 'Next due' },
    veterinarian: 'veterinarian',
    stamp: 'Stamp',
    noPassport: 'This is not a travel document.',
  },
}
