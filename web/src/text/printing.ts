import { plural } from './plural.ts'

/** What is said where somebody prints labels of medicines, vaccination certificates and instructions. */
export const printingText = {
  unsaved: 'What was typed is not saved yet. Print once it is.',
  label: {
    short: 'Label',
    printOne: (medicine: string) => `Print the label of ${medicine}`,
    printAll: (count: number) => `Print ${plural(count, { one: 'label', other: 'labels' })}`,
    chooseSize: 'Choose the size of labels',
  },
  certificate: 'Print vaccination certificate',
}
