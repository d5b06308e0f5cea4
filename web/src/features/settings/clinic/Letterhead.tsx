import { useQuery } from '@tanstack/react-query'
import { logoQuery } from '../../../api/organisation.ts'
import { printText } from '../../../text/print.ts'
import { settingsText } from '../../../text/en-settings.ts'
import form from '../form/form.module.css'
import classes from './Letterhead.module.css'

type Props = {
  readonly logo: number | null
  /** A field of the letterhead as it is typed. */
  readonly of: (name: string) => string
  /** Under which number an invoice would be. */
  readonly number: string
  readonly foot: readonly string[]
  readonly remarks?: string
}

const joined = (...parts: readonly string[]) => parts.filter((part) => part.trim() !== '').join(', ')

/** The head and the foot of an invoice, as they would be printed with what is typed. */
export const Letterhead = ({ logo, of, number, foot, remarks = '' }: Props) => {
  const { data: shown } = useQuery({ ...logoQuery(logo ?? 0), enabled: logo !== null })
  const lines = [joined(of('street_address'), `${of('zip_code')} ${of('city')}`), joined(of('phone'), of('email'))]
  const said = foot.filter((part) => part !== '')
  return (
    <section>
      <div className={form['head']}>
        <h2>{settingsText.clinic.asItPrints}</h2>
      </div>
      <div className={classes['paper']}>
        <div className={classes['head']}>
          {logo !== null && shown !== undefined && <img src={shown.address} alt="" />}
          <div>
            <strong>{of('name')}</strong>
            {lines.map((line) => line !== '' && <div key={line}>{line}</div>)}
          </div>
          <div className={classes['title']}>
            <strong>{printText.invoice}</strong>
            <div>{number}</div>
          </div>
        </div>
        {remarks !== '' && <p>{remarks}</p>}
        <div className={classes['foot']}>
          {said.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </div>
      </div>
    </section>
  )
}
