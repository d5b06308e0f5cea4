import type { BodyOf } from '@fetlock/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { changeOrganisation, organisationQuery } from '../../../api/organisation.ts'
import type { Organisation } from '../../../api/records.ts'
import { setupKey } from '../../../api/setup.ts'
import { countryText } from '../../../format.ts'
import { ProblemSummary } from '../../../shared/problems.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { text } from '../../../text/en.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { ChoiceField, TextField, TickField } from '../form/Fields.tsx'
import classes from '../form/form.module.css'
import { scrolled } from '../form/scrolled.ts'
import { SaveFoot } from '../form/SaveFoot.tsx'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import { languages, timeZones } from './choices.ts'
import { Logo } from './Logo.tsx'
import { Letterhead } from './Letterhead.tsx'

type Props = { readonly organisation: Organisation; readonly mayEdit: boolean }
type Body = BodyOf<'PATCH', '/organisation/{id}/'>

/** What an invoice that has its number keeps. */
const printed = [
  'name',
  'street_address',
  'zip_code',
  'city',
  'country',
  'phone',
  'email',
  'vat_number',
  'register_number',
]

/** The clinic as a whole: what it is called, how it is registered, and what it prints. */
export const ClinicForm = ({ organisation, mayEdit }: Props) => {
  const id = useId()
  const queries = useQueryClient()
  const form = useSettingsForm(organisation)
  const { labels, hints, sections } = settingsText.clinic
  const saving = useWrite<Body, Organisation>({
    send: (body, key) => changeOrganisation(organisation, body, key),
    refresh: () => [['organisation'], ['me'], ['department'], setupKey],
    said: () => text.settings.form.saved,
    onDone: ({ variables, result }) => {
      queries.setQueryData(organisationQuery.queryKey, result)
      form.saved(variables)
    },
    onProblem: form.fail,
    onConflict: () => form.say(text.settings.form.conflict),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.begin()
    if (form.count > 0) void saving.write(form.changes)
  }
  const field = (name: keyof typeof labels) => ({ form, name, label: labels[name] })
  const isPrinted = printed.some((name) => name in form.changes)
  return (
    <>
      <form id={id} className={classes['form']} noValidate onSubmit={submit}>
        <div className={classes['main']} {...(mayEdit ? {} : scrolled())}>
          <fieldset className={classes['parts']} disabled={!mayEdit}>
            <ProblemSummary problems={form.problems} attempt={form.attempt} />
            <section>
              <div className={classes['head']}>
                <h2>{sections.seat}</h2>
              </div>
              <TextField {...field('name')} label={labels.legalName} isNeeded />
              <TextField {...field('street_address')} />
              <div className={classes['place']}>
                <TextField {...field('zip_code')} />
                <TextField {...field('city')} />
              </div>
              <TextField
                {...field('country')}
                hint={countryText(String(form.valueOf('country')))}
                maxLength={2}
                read={(typed) => typed.toUpperCase()}
              />
            </section>
            <section>
              <div className={classes['head']}>
                <h2>{sections.reach}</h2>
              </div>
              <div className={classes['pair']}>
                <TextField {...field('phone')} kind="tel" />
                <TextField {...field('email')} kind="email" />
              </div>
            </section>
            <section>
              <div className={classes['head']}>
                <h2>{sections.registered}</h2>
              </div>
              <div className={classes['pair']}>
                <TextField {...field('vat_number')} />
                <TextField {...field('register_number')} />
              </div>
              <TickField {...field('reference_numbers')} hint={hints.reference_numbers} />
            </section>
            <section>
              <div className={classes['head']}>
                <h2>{sections.usual}</h2>
              </div>
              <div className={classes['pair']}>
                <ChoiceField
                  {...field('time_zone')}
                  options={timeZones(organisation.time_zone)}
                  hint={hints.time_zone}
                />
                <ChoiceField {...field('language')} options={languages()} hint={hints.language} />
              </div>
            </section>
          </fieldset>
        </div>
        <div className={classes['side']}>
          <Logo version={organisation.logo} mayEdit={mayEdit} />
          <Letterhead
            logo={organisation.logo}
            of={(name) => String(form.valueOf(name))}
            number=""
            foot={[String(form.valueOf('vat_number')), String(form.valueOf('register_number'))]}
          />
        </div>
      </form>
      <SaveFoot
        form={id}
        count={form.count}
        said={isPrinted ? settingsText.clinic.printedFromNow : undefined}
        isBusy={saving.isBusy}
        onDiscard={form.discard}
      />
    </>
  )
}
