import type { Prescription } from '../../api/records.ts'
import { nameOfUser } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import { prescriptionsText as words } from '../../text/worklists.ts'

export const namesOf = ({ items_data = [] }: Prescription) => items_data.map(({ name }) => name).join(', ')

/** The first medicine, and how many there are besides. */
export const medicinesText = ({ items_data = [] }: Prescription) =>
  words.several(items_data[0]?.name ?? '', Math.max(0, items_data.length - 1))

export const quantityText = ({ items_data: [item] = [] }: Prescription) =>
  item === undefined ? '' : text.visit.orders.dispensed(item.quantity_packages, item.repeat_number)

export const patientText = ({ patients_data = [] }: Prescription) =>
  patients_data.map(({ name }) => name || '–').join(', ') || '–'

export const prescriberText = ({ prescriber_data }: Prescription) =>
  prescriber_data == null ? '' : nameOfUser(prescriber_data)
