import { nameOfClient, type Patient, type StockMovement } from '../../api/records.ts'
import { compare, sumOf } from '../../shared/packages.ts'

/** A client, or somebody unknown in one sale or visit, who has something of a batch. */
export type Recipient = {
  readonly key: string
  /** Null for whom nobody knows by name. */
  readonly client: string | null
  readonly name: string
  readonly animals: readonly Patient[]
  /** When they got it, the first first. */
  readonly moments: readonly string[]
  /** How much they have, in dosage units. */
  readonly got: string
  /** Some of it was taken without anybody naming the batch. */
  readonly isAssumed: boolean
}

const keyOf = ({ client, consultation, countersale, id }: StockMovement) =>
  client ?? consultation ?? countersale ?? String(id)

const recipientOf = (key: string, movements: readonly StockMovement[]): Recipient => {
  const taken = movements.filter(({ quantity }) => compare(quantity, '0') < 0)
  const animals = new Map(
    taken.flatMap(({ patients_data: patients = [] }) => patients.map((patient) => [patient.url, patient] as const)),
  )
  const { client, client_data: data } = movements[0]!
  return {
    key,
    client,
    name: data ? nameOfClient(data) : '',
    animals: [...animals.values()],
    moments: taken.map(({ created }) => created),
    got: sumOf(movements.map(({ quantity }) => quantity)).replace(/^-/, ''),
    isAssumed: taken.some(({ batch_assumed }) => batch_assumed),
  }
}

/** Whoever still has something of what was moved, by name, and last whom nobody knows by name; who gave everything back is left out. */
export const recipientsOf = (movements: readonly StockMovement[]): readonly Recipient[] =>
  [...Map.groupBy(movements, keyOf)]
    .filter(([, own]) => compare(sumOf(own.map(({ quantity }) => quantity)), '0') < 0)
    .map(([key, own]) => recipientOf(key, own))
    .toSorted(
      (one, other) => Number(one.client === null) - Number(other.client === null) || one.name.localeCompare(other.name),
    )
