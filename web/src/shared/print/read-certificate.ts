import type { QueryClient } from '@tanstack/react-query'
import { readVaccinations } from '../../api/consultationitem.ts'
import { departmentQuery } from '../../api/department.ts'
import { logoQuery, organisationQuery } from '../../api/organisation.ts'
import { readRecalls } from '../../api/recall.ts'
import {
  type Client,
  type ConsultationItem,
  type Department,
  nameOfUser,
  type Organisation,
  type Patient,
} from '../../api/records.ts'
import { readExpiries } from '../../api/stocklevel.ts'
import { everyoneQuery } from '../../api/user.ts'
import { dateIn } from '../../format.ts'

type Vaccination = {
  readonly id: number
  readonly vaccine: string
  readonly given: string
  readonly vet: string
  readonly batch: string
  readonly useBy: string | null
  /** Null for a vaccine that is not repeated. */
  readonly due: string | null
}

/** What is on the certificate of one animal: its vaccinations, the newest first. */
export type Certificate = {
  readonly patient: Patient
  readonly owner: Client | undefined
  readonly department: Department
  readonly today: string
  readonly vaccinations: readonly Vaccination[]
}

export type Animal = { readonly patient: Patient; readonly owner: Client | undefined }

const readCertificate = async (client: QueryClient, { patient, owner }: Animal, visit: number | undefined) => {
  const [rows, recalls, everyone] = await Promise.all([
    readVaccinations(patient.url, visit),
    readRecalls(patient.url),
    client.fetchQuery(everyoneQuery),
  ])
  const byDepartment = Map.groupBy(rows, ({ consultation_data }) => consultation_data!.department)
  const expiries = new Map(
    await Promise.all([...byDepartment].map(async ([url, used]) => [url, await readExpiries(url, used)] as const)),
  )
  const vaccinationOf = async (row: ConsultationItem) => {
    const { started, department: url } = row.consultation_data!
    const department = await client.fetchQuery(departmentQuery(url))
    const vet = everyone.find((one) => one.url === row.supervising_veterinarian)
    const recall = recalls.find(({ consultation, item }) => consultation === row.consultation && item === row.item)
    const vaccination: Vaccination = {
      id: row.id,
      vaccine: row.name,
      given: dateIn(new Date(started), department.time_zone),
      vet: vet === undefined ? '' : nameOfUser(vet),
      batch: row.batch_number,
      useBy: expiries.get(url)!(row),
      due: recall?.due ?? null,
    }
    return { department, vaccination }
  }
  const given = (await Promise.all(rows.map(vaccinationOf))).toSorted((one, other) =>
    other.vaccination.given.localeCompare(one.vaccination.given),
  )
  const [newest] = given
  if (newest === undefined) return []
  const certificate: Certificate = {
    patient,
    owner,
    department: newest.department,
    today: dateIn(new Date(), newest.department.time_zone),
    vaccinations: given.map(({ vaccination }) => vaccination),
  }
  return [certificate]
}

export type Certificates = {
  readonly clinic: Organisation
  readonly logo: string | undefined
  /** One for each animal that was vaccinated. */
  readonly certificates: readonly Certificate[]
}

/** What is on the certificates of some animals, as the service has it now: of one visit, or of all. */
export const readCertificates = async (
  client: QueryClient,
  animals: readonly Animal[],
  visit: number | undefined,
): Promise<Certificates> => {
  const [clinic, ...certificates] = await Promise.all([
    client.fetchQuery(organisationQuery),
    ...animals.map((animal) => readCertificate(client, animal, visit)),
  ])
  // Paper without the logo is better than none, where it cannot be loaded.
  const logo = clinic.logo === null ? undefined : await client.fetchQuery(logoQuery(clinic.logo)).catch(() => undefined)
  return { clinic, logo: logo?.address, certificates: certificates.flat() }
}
