import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { departmentsQuery } from '../../../api/department.ts'
import {
  changeDepartment,
  type DepartmentChanges,
  departmentSettingsKey,
  departmentSettingsQuery,
} from '../../../api/departmentsettings.ts'
import type { Department, DepartmentSettings, Organisation } from '../../../api/records.ts'
import { setupKey } from '../../../api/setup.ts'
import { calendarDateText } from '../../../format.ts'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { text } from '../../../text/en.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from '../form/form.module.css'
import { scrolled } from '../form/scrolled.ts'
import { SaveFoot } from '../form/SaveFoot.tsx'
import { useSettingsForm, type SettingsForm, type Value } from '../form/useSettingsForm.ts'
import { DepartmentFields } from './DepartmentFields.tsx'
import { Letterhead } from './Letterhead.tsx'
import { lockFields, PeriodLock } from './PeriodLock.tsx'
import { TextField } from '../form/Fields.tsx'

type Props = {
  readonly department: Department
  readonly settings: DepartmentSettings
  readonly organisation: Organisation
  readonly mayEdit: boolean
}

/** Of the location itself; everything else is one of its settings. */
const ofDepartment = ['name', 'number', 'street_address', 'zip_code', 'city', 'country', 'phone', 'email']
const printed = [...ofDepartment, 'iban', 'bic', 'additional_reference', 'printed_remarks', 'invoice_prefix']

const splitChanges = (changes: Readonly<Record<string, Value>>): DepartmentChanges => {
  const all = Object.entries(changes)
  return {
    department: Object.fromEntries(all.filter(([name]) => ofDepartment.includes(name))),
    settings: Object.fromEntries(all.filter(([name]) => !ofDepartment.includes(name))),
  }
}

/** What will be different, of all that was changed: what matters most. */
const saidOf = ({ changes, wasOf }: SettingsForm): string | undefined => {
  const { lock, printedFromNow } = settingsText.clinic
  const [date, was] = [changes[lockFields.date], wasOf(lockFields.date)]
  if (date === null || date === '') return lock.saidAllOpen
  if (typeof date === 'string')
    return was === '' || date > String(was)
      ? lock.saidClosed(calendarDateText(date))
      : lock.saidReopened(calendarDateText(date))
  return printed.some((name) => name in changes) ? printedFromNow : undefined
}

/** What of the letterhead is the clinic's where it has an address, and the location's where that has a phone number of its own. */
const letterheadOf = (form: SettingsForm, organisation: Organisation) => (name: string) => {
  if (name === 'name') return organisation.name
  const own = String(form.valueOf(name))
  if (name === 'phone' || name === 'email') return own || organisation[name]
  const hasAddress = organisation.city !== '' || organisation.street_address !== ''
  return hasAddress ? organisation[name as 'city'] : own
}

/** A location: its books, its invoices, and what is printed there. */
export const DepartmentForm = ({ department, settings, organisation, mayEdit }: Props) => {
  const id = useId()
  const queries = useQueryClient()
  const form = useSettingsForm({ ...department, ...settings })
  const saving = useWrite({
    send: (changes: DepartmentChanges, key) => changeDepartment([department, settings], changes, key),
    refresh: () => [['department'], departmentSettingsKey, ['me'], setupKey],
    said: () => text.settings.form.saved,
    onDone: ({ variables, result }) => {
      queries.setQueryData(departmentsQuery.queryKey, (all) =>
        all?.map((one) => (one.id === result.department?.id ? result.department : one)),
      )
      queries.setQueryData(departmentSettingsQuery(department.url).queryKey, (before) => result.settings ?? before)
      form.saved({ ...variables.department, ...variables.settings })
    },
    onProblem: form.fail,
    onConflict: () => form.say(text.settings.form.conflict),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.begin()
    const { lock } = settingsText.clinic
    const day = form.valueOf(lockFields.day)
    if (!(Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 31))
      return form.say(lock.dayWrong, lockFields.day)
    if (!Number.isInteger(form.valueOf('payment_terms_days'))) return form.say(lock.numberWrong, 'payment_terms_days')
    if (form.count > 0) void saving.write(splitChanges(form.changes))
  }
  const prefix = String(form.valueOf('invoice_prefix'))
  const { labels, hints, sections } = settingsText.clinic
  return (
    <>
      <form id={id} className={classes['form']} noValidate onSubmit={submit}>
        <div className={classes['main']} {...(mayEdit ? {} : scrolled())}>
          <fieldset className={classes['parts']} disabled={!mayEdit}>
            <ProblemSummary problems={form.problems} attempt={form.attempt} />
            <PeriodLock form={form} timeZone={settings.time_zone} />
            <DepartmentFields form={form} settings={settings} />
          </fieldset>
        </div>
        <div className={classes['side']}>
          <fieldset className={classes['parts']} disabled={!mayEdit}>
            <section>
              <div className={classes['head']}>
                <h2>{sections.printed}</h2>
                <span>{settingsText.clinic.logo.where}</span>
              </div>
              <TextField form={form} name="iban" label={labels.iban} read={withoutSpaces} shown={inFours} />
              <div className={classes['pair']}>
                <TextField form={form} name="bic" label={labels.bic} read={withoutSpaces} />
                <TextField form={form} name="additional_reference" label={labels.additional_reference} />
              </div>
              <TextField
                form={form}
                name="printed_remarks"
                label={labels.printed_remarks}
                kind="area"
                maxLength={500}
                hint={hints.remarks}
              />
            </section>
          </fieldset>
          <Letterhead
            logo={organisation.logo}
            of={letterheadOf(form, organisation)}
            number={prefix === '' ? '1' : `${prefix}-1`}
            remarks={String(form.valueOf('printed_remarks'))}
            foot={[organisation.vat_number, inFours(form.valueOf('iban')), String(form.valueOf('bic'))]}
          />
        </div>
      </form>
      <SaveFoot form={id} count={form.count} said={saidOf(form)} isBusy={saving.isBusy} onDiscard={form.discard} />
    </>
  )
}

const withoutSpaces = (typed: string) => typed.replaceAll(/\s/g, '').toUpperCase()
/** An account as banks print it. */
const inFours = (account: Value) => String(account).replaceAll(/(.{4})(?=.)/g, '$1 ')
