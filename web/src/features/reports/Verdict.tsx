import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useMe } from '../../api/me.ts'
import { moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { closingText } from '../../text/reports.ts'
import classes from './CloseDay.module.css'
import { absolute, isShort } from './Count.tsx'
import { countedIn, differing, type Draft, isExplained, type Taking } from './counting.ts'

/** What the count says, in one sentence. */
export const Verdict = ({ takings, draft }: { readonly takings: readonly Taking[]; readonly draft: Draft }) => {
  const { currency } = useMe().organisation
  const different = differing(takings, draft)
  if (different.length === 0)
    return <p>{countedIn(draft).length === 0 ? closingText.nothingCounted : closingText.agrees}</p>
  return (
    <p>
      <IconAlertTriangleFilled size={18} className={classes['warns']} aria-hidden="true" />
      {different.map(({ payment_type, difference }) => {
        const said = [text.payments.methods[payment_type], moneyText(absolute(difference!), currency)] as const
        return (
          <span key={payment_type}>
            <strong>{isShort(difference!) ? closingText.short(...said) : closingText.over(...said)}</strong>
            {isExplained(draft, payment_type) ? closingText.explained : closingText.unexplained}{' '}
          </span>
        )
      })}
      {closingText.immutable}
    </p>
  )
}
