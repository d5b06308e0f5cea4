import { ConsultationStatus, ConsultationType, ItemType, UsageType } from '@fetlock/sdk'
import type { Consultation, ConsultationItem, ImagingOrder, Item, Patient, StockLevel } from '../../api/records.ts'
import { ageOf, typedDecimal } from '../../format.ts'
import { text } from '../../text/en.ts'

const { Admitted, Draft, InProgress, ReadyForDischarge, Discharged, Invoicing, InvoicePaid, Finalized } =
  ConsultationStatus

type Staged = Pick<Consultation, 'status'>
export const isClosed = ({ status }: Staged) => status === Finalized || status === InvoicePaid
/** The statuses from which the service finalizes. */
export const canFinalize = ({ status }: Staged) =>
  status === ReadyForDischarge || status === Discharged || status === Invoicing || status === InProgress
export const isNotStarted = ({ status }: Staged) => status === Admitted || status === Draft

export const imagesOf = ({ modality, target_areas }: Pick<ImagingOrder, 'modality' | 'target_areas'>) =>
  text.visit.hints.images(modality, target_areas)

export const namesOf = (patients: readonly Patient[]) => patients.map(({ name }) => name || '–').join(', ')

export const factsOf = (patient: Patient, today: string) => {
  const age = patient.date_of_birth === null ? undefined : ageOf(patient.date_of_birth, patient.deceased ?? today)
  return [
    [patient.species, patient.breed].filter(Boolean).join(', '),
    patient.herd_size === null ? '' : text.visit.herdOf(patient.herd_size),
    patient.gender === 'Unknown' ? '' : patient.gender,
    age === undefined ? '' : text.patient.age(age.years, age.months),
  ].filter(Boolean)
}

/** By how many animals the service multiplies a quantity: herds count all their heads. */
export const animalsOf = (visitType: ConsultationType, patients: readonly Patient[]) => {
  const isHerd = visitType === ConsultationType.FarmVisit || patients.some(({ herd_size }) => herd_size !== null)
  return isHerd ? patients.reduce((sum, { herd_size }) => sum + (herd_size ?? 1), 0) : 1
}

/** Quantities are exact to three decimals; in thousandths they can be counted with. */
const thousandths = (quantity: string) => Math.round(Number(quantity) * 1000)
export const plainQuantity = (quantity: string) => String(thousandths(quantity) / 1000)
export const timesAnimals = (each: string, animals: number) => String((thousandths(each) * animals) / 1000)
export const forOne = ({ quantity, multiplier }: Pick<ConsultationItem, 'quantity' | 'multiplier'>) =>
  String(thousandths(quantity) / multiplier / 1000)

export const isMedicine = (type: ItemType) => type === ItemType.Medicine
export const hasUsage = (type: ItemType) => type === ItemType.Medicine || type === ItemType.Supply
export const isStocked = (type: ItemType) => hasUsage(type) || type === ItemType.Food
type Used = Pick<ConsultationItem, 'type_code' | 'usage_type'>
/** Whether the owner takes a medicine home, or gets it there, with a label. */
export const isDispensed = ({ type_code, usage_type }: Used) =>
  isMedicine(type_code) && (usage_type === UsageType.Dispensed || usage_type === UsageType.HomeDelivery)

export const needsBatch = (item: Pick<Item, 'batch_number_required'>, usage: UsageType | undefined) =>
  item.batch_number_required && usage !== UsageType.Prescribed

/** How many packages a department has of an item; undefined if none were ever counted. */
export const packagesOf = (levels: readonly StockLevel[], item: Pick<Item, 'url' | 'dosage_units'>) => {
  const own = levels.filter((level) => level.item === item.url)
  if (own.length === 0) return undefined
  const inUnits = own.reduce((sum, { on_hand }) => sum + thousandths(on_hand), 0)
  return Math.floor((inUnits / thousandths(item.dosage_units)) * 10) / 10
}

/** The batches of an item that there is something left of, in the order of the levels. */
export const batchesOf = (levels: readonly StockLevel[], item: string) =>
  levels.filter((level) => level.item === item && level.batch_number !== '' && Number(level.on_hand) > 0)

/**
 * A typed batch as it is spelled in stock, or undefined if the department holds none like it. Where nothing of the item was
 * ever counted, nobody can say.
 */
export const heldBatch = (levels: readonly StockLevel[], item: string, typed: string) => {
  if (typed === '' || levels.every((level) => level.item !== item)) return typed
  const isTyped = ({ batch_number }: StockLevel) => batch_number.toLowerCase() === typed.toLowerCase()
  return batchesOf(levels, item).find(isTyped)?.batch_number
}

/** What a discount makes of a price, in percent as the service counts it; undefined where it is none. */
export const changeOfDiscount = (typed: string) => {
  const percent = typedDecimal(typed === '' ? '0' : typed)
  if (percent === undefined || Number(percent) > 100) return undefined
  return Number(percent) === 0 ? '0' : `-${percent}`
}

/** A figure that a person reads: its zeros at the end say nothing. */
export const rateText = (percentage: string) => percentage.replace(/\.?0+$/, '')

/** By how much a price is changed, with its sign. */
export const signedText = (change: string) => (Number(change) > 0 ? `+${change}` : change.replace('-', '−'))
