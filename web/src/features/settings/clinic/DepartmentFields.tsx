import type { DepartmentSettings } from '../../../api/records.ts'
import { countryText } from '../../../format.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { ChoiceField, TextField, TickField } from '../form/Fields.tsx'
import classes from '../form/form.module.css'
import type { SettingsForm } from '../form/useSettingsForm.ts'
import { timeZones } from './choices.ts'

const wholeNumber = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : typed)

type Props = { readonly form: SettingsForm; readonly settings: DepartmentSettings }

/** How a location makes its invoices, and where it is. */
export const DepartmentFields = ({ form, settings }: Props) => {
  const { labels, hints, sections } = settingsText.clinic
  const field = (name: keyof typeof labels) => ({ form, name, label: labels[name] })
  return (
    <>
      <section>
        <div className={classes['head']}>
          <h2>{sections.money}</h2>
        </div>
        <div className={classes['pair']}>
          <TextField
            {...field('invoice_prefix')}
            maxLength={15}
            hint={hints.invoice_prefix(String(form.valueOf('invoice_prefix')))}
          />
          <TextField {...field('payment_terms_days')} kind="number" maxLength={4} read={wholeNumber} />
        </div>
        <TickField {...field('finalize_invoice_with_consultation')} hint={hints.finalize} />
      </section>
      <section>
        <div className={classes['head']}>
          <h2>{sections.seat}</h2>
          <span>{hints.clinicFirst}</span>
        </div>
        <div className={classes['pair']}>
          <TextField {...field('name')} isNeeded />
          <TextField {...field('number')} placeholder={hints.number} />
        </div>
        <TextField {...field('street_address')} />
        <div className={classes['place']}>
          <TextField {...field('zip_code')} />
          <TextField {...field('city')} />
        </div>
        <div className={classes['pair']}>
          <TextField {...field('phone')} kind="tel" />
          <TextField {...field('email')} kind="email" />
        </div>
        <div className={classes['pair']}>
          <TextField
            {...field('country')}
            hint={countryText(String(form.valueOf('country')))}
            maxLength={2}
            read={(typed) => typed.toUpperCase()}
          />
          <ChoiceField {...field('time_zone')} options={timeZones(settings.time_zone)} hint={hints.zone} />
        </div>
      </section>
    </>
  )
}
