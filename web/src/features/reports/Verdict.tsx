import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useMe } from '../../api/me.ts'
import { moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './CloseDay.module.css'
import { absolute, isShort } from './Count.tsx'
import { countedIn, differing, type Draft, isExplained, type Taking } from './counting.ts'

/** What the count says, in one sentence. */
export const Verdict = ({ takings, draft }: { readonly takings: readonly Taking[]; readonly draft: Draft }) => {
  const { currency } = useMe().organisation
  const different = differing(takings, draft)
  if (different.length === 0)
    return <p>{countedIn(draft).length === 0 ? text.closing.nothingCounted : text.closing.agrees}</p>
  return (
    <p>
      <IconAlertTriangleFilled size={18} className={classes['warns']} aria-hidden="true" />
      {different.map(({ payment_type, difference }) => {
        const said = [text.till.methods[payment_type]!, moneyText(absolute(difference!), currency)] as const
        return (
          <span key={payment_type}>
            <strong>{isShort(difference!) ? text.closing.short(...said) : text.closing.over(...said)}</strong>
            {isExplained(draft, payment_type) ? text.closing.explained : text.closing.unexplained}{' '}
          </span>
        )
      })}
      {text.closing.immutable}
    </p>
  )
}
