import { IconFileInvoice, IconUser } from '@tabler/icons-react'
import { isZero, moneyText } from '../format.ts'
import { SpeciesIcon } from '../shared/SpeciesIcon.tsx'
import { text } from '../text/en.ts'
import classes from './Palette.module.css'
import type { Found } from './palette-groups.tsx'

/** An animal by its species, which its second line begins with. */
const RecordIcon = ({ type, detail }: Pick<Found, 'type' | 'detail'>) => {
  if (type === 'patient') return <SpeciesIcon species={detail.split(',', 1)[0]!} />
  const Icon = type === 'client' ? IconUser : IconFileInvoice
  return <Icon size={18} stroke={1.6} aria-hidden="true" />
}

/** Marks in a label the words that were typed. */
const Marked = ({ label, typed }: { readonly label: string; readonly typed: string }) => {
  const [word = ''] = typed.trim().split(/\s+/)
  const at = word === '' ? -1 : label.toLowerCase().indexOf(word.toLowerCase())
  if (at < 0) return label
  return (
    <>
      {label.slice(0, at)}
      <mark>{label.slice(at, at + word.length)}</mark>
      {label.slice(at + word.length)}
    </>
  )
}

export const RecordRow = ({
  found,
  typed,
  currency,
}: {
  readonly found: Found
  readonly typed: string
  readonly currency: string
}) => {
  return (
    <>
      <span className={classes['tile']}>
        <RecordIcon {...found} />
      </span>
      <span className={classes['label']}>
        <strong>
          <Marked label={found.label} typed={typed} />
        </strong>{' '}
        <span className={classes['context']}>
          <Marked label={found.detail} typed={typed} />
        </span>
      </span>
      {found.owing !== null && !isZero(found.owing) && (
        <span className={classes['money']}>{text.palette.owes(moneyText(found.owing, currency))}</span>
      )}
    </>
  )
}
