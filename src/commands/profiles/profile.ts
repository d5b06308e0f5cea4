import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { groupPermissions } from '../../demo/data/group-permissions.ts'
import type { Tx } from '../../db/tx.ts'
import { invoiceSeries } from '../../domain/billing/invoice-series.resource.ts'
import { textTemplate } from '../../domain/consultations/text-template.resource.ts'
import { createGroup } from '../../domain/identity/permission-groups.ts'
import { accountNumber } from '../../domain/items/account-number.resource.ts'
import { openAccount } from '../../domain/items/open-account.ts'
import { vatGroup } from '../../domain/items/vat-group.resource.ts'
import { reason } from '../../domain/scheduling/reason.resource.ts'
import { addShift } from '../../domain/scheduling/shifts.ts'
import type { Weekday } from '../../domain/scheduling/types.ts'
import { Failure } from '../command.ts'
import { readFields } from '../option-values.ts'

type Account = { readonly number: string; readonly description: string }

type VatRate = {
  readonly title: string
  readonly percentage: string
  readonly account: Account | null
  /** What a clinic sells at this rate, for whoever confirms it. */
  readonly covers: string
  /** Where the rate was read, and on which day. */
  readonly source: { readonly page: string; readonly read: string }
}

type Role = 'veterinarians' | 'nurses' | 'reception' | 'stock'

/** What a new organisation of a country starts with. docs/operating/country-profiles.md explains every part. */
export type CountryProfile = {
  readonly country: string
  readonly currency: string
  readonly time_zone: string
  readonly language: string
  readonly department: string
  /** The page of the authority to confirm the rates with. */
  readonly confirm: string
  readonly payment_terms_days: number
  readonly vat_groups: readonly VatRate[]
  readonly sales_accounts: readonly Account[]
  readonly invoice_series: readonly { readonly prefix: string; readonly first_number: number }[]
  readonly reasons: readonly Readonly<Record<string, unknown>>[]
  readonly text_templates: readonly Readonly<Record<string, unknown>>[]
  readonly week: readonly { readonly weekdays: readonly Weekday[]; readonly start: string; readonly end: string }[]
  readonly permission_groups: Readonly<Record<Role, string>>
}

const texts = ['country', 'currency', 'time_zone', 'language', 'department', 'confirm'] as const
const lists = ['vat_groups', 'sales_accounts', 'invoice_series', 'reasons', 'text_templates', 'week'] as const

const groupOf: Readonly<Record<Role, string>> = {
  veterinarians: 'Veterinarians',
  nurses: 'Nurses',
  reception: 'Reception',
  stock: 'Stock',
}
const roles = Object.keys(groupOf) as readonly Role[]

const { title, percentage } = vatGroup.fields
const { name, duration, available_online, color } = reason.fields
const { number, description } = accountNumber.fields
const { prefix, first_number } = invoiceSeries.fields
const recordFields = {
  vat: { title, percentage },
  account: { number, description },
  series: { prefix, first_number },
  reason: { name, duration, available_online, color },
  template: textTemplate.fields,
}

const isDay = (text: unknown) => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** What is wrong with the form of a profile; the records in it are judged like those of the API. */
const problemOf = (profile: Partial<CountryProfile>): string | undefined => {
  const text = texts.find((key) => typeof profile[key] !== 'string')
  if (text !== undefined) return `"${text}" must be a text`
  const list = lists.find((key) => !Array.isArray(profile[key]))
  if (list !== undefined) return `"${list}" must be a list`
  if (!Number.isInteger(profile.payment_terms_days)) return '"payment_terms_days" must be a whole number'
  const role = roles.find((key) => typeof profile.permission_groups?.[key] !== 'string')
  if (role !== undefined) return `"permission_groups" must have a name for "${role}"`
  const unsourced = profile.vat_groups?.find(({ source }) => !URL.canParse(source?.page) || !isDay(source?.read))
  if (unsourced) return `the VAT group "${unsourced.title}" must say on which "page" its rate was "read", and when`
  return undefined
}

const requireProfile = (profile: Partial<CountryProfile>, path: string): CountryProfile => {
  const problem = problemOf(profile)
  if (problem !== undefined)
    throw new Failure(`${path}: ${problem}. docs/operating/country-profiles.md explains every part of a profile.`)
  return profile as CountryProfile
}

const readJson = (path: string): Partial<CountryProfile> => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<CountryProfile>
  } catch (problem) {
    const isSyntax = problem instanceof SyntaxError
    throw new Failure(isSyntax ? `${path} is not JSON: ${problem.message}` : `There is no profile ${path}.`)
  }
}

const fileOf = (country: string) => fileURLToPath(new URL(`./${country}.json`, import.meta.url))

/** The profile that comes with the program for a country, if there is one. */
export const profileOfCountry = (country: string): CountryProfile | undefined => {
  const isCode = /^[A-Z]{2}$/.test(country)
  return isCode && existsSync(fileOf(country))
    ? requireProfile(readJson(fileOf(country)), `${country}.json`)
    : undefined
}

/** The profile that --profile asks for: none, one of a file, or without it that of the country. */
export const chooseProfile = (asked: string | undefined, country: string): CountryProfile | undefined => {
  if (asked === 'none') return undefined
  if (asked === undefined) return profileOfCountry(country)
  return requireProfile(readJson(asked), asked)
}

type Place = { readonly department: number | undefined }

const addRates = async (tx: Tx, { vat_groups }: CountryProfile) => {
  for (const { account, ...rate } of vat_groups) {
    const values = readFields(recordFields.vat, rate)
    const account_number =
      account === null ? null : await openAccount(tx, undefined, readFields(recordFields.account, account))
    await tx
      .insertInto('vatgroup')
      .values({ ...values, account_number })
      .execute()
  }
}

/** Creates what the profile has, in an organisation that has none of it yet. */
export const applyProfile = async (tx: Tx, profile: CountryProfile, { department }: Place) => {
  await addRates(tx, profile)
  for (const account of profile.sales_accounts)
    await openAccount(tx, undefined, readFields(recordFields.account, account))
  for (const series of profile.invoice_series)
    await tx.insertInto('invoice_series').values(readFields(recordFields.series, series)).execute()
  for (const one of profile.reasons)
    await tx.insertInto('reason').values(readFields(recordFields.reason, one)).execute()
  for (const one of profile.text_templates) {
    const template = readFields(recordFields.template, { language: profile.language, ...one })
    await tx.insertInto('text_template').values(template).execute()
  }
  for (const role of roles)
    await createGroup(tx, undefined, {
      name: profile.permission_groups[role],
      ...groupPermissions[groupOf[role]]!,
    })
  if (department !== undefined)
    await tx
      .updateTable('department_settings')
      .set({ payment_terms_days: profile.payment_terms_days })
      .where('id', '=', department)
      .execute()
}

/** The ordinary week of one person, to be changed below Shifts in the settings. */
export const addWeek = async (
  tx: Tx,
  { week }: CountryProfile,
  place: { readonly user: number; readonly department: number },
) => {
  for (const { weekdays, start, end } of week)
    for (const weekday of weekdays) await addShift(tx, undefined, { ...place, weekday, start, end })
}

/** What somebody who knows the country's rules has to confirm before the first invoice. */
export const confirmationOf = ({ vat_groups, payment_terms_days, confirm }: CountryProfile): string =>
  [
    'Confirm before the first invoice, with your bookkeeper:',
    ...vat_groups.map(
      ({ title: rate, percentage: percent, covers, account, source }) =>
        `  ${percent.padStart(5)} %  ${rate}, for ${covers}` +
        `${account === null ? '' : `; posted to account ${account.number}`} (read ${source.read} at ${source.page})`,
    ),
    `  Invoices are due after ${payment_terms_days} days. The rates of the authority: ${confirm}`,
  ].join('\n')
