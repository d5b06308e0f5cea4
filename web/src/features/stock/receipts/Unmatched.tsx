import { IconHelpCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { findByCode, itemsKey } from '../../../api/item.ts'
import { matchLines, receiptLinesKey } from '../../../api/receiptline.ts'
import { messageOf } from '../../../api/problem.ts'
import { idOf, type Item, type ReceiptLine } from '../../../api/records.ts'
import { plainText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { useWrite } from '../../../shared/use-write.ts'
import { receiptsText as words } from '../../../text/receipts.ts'
import { FindItem } from '../FindItem.tsx'
import { sameCode } from './judge.ts'
import classes from './Receipts.module.css'

const nameOf = ({ product_number, product_name, barcode }: ReceiptLine) => product_number || product_name || barcode

type LineProps = {
  readonly line: ReceiptLine
  readonly lines: readonly ReceiptLine[]
  readonly mayWrite: boolean
  readonly onDismiss: (line: ReceiptLine) => void
}

/** A line whose item is not known: whoever names it may have the code remembered. */
const Matching = ({
  line,
  same,
  onDismiss,
}: Omit<LineProps, 'lines' | 'mayWrite'> & { readonly same: readonly ReceiptLine[] }) => {
  const queries = useQueryClient()
  const box = useRef<HTMLInputElement>(null)
  const [remembers, setRemembers] = useState(line.product_number !== '')
  const [problem, setProblem] = useState<string>()
  const name = nameOf(line)
  const { write } = useWrite({
    send: ({ item, remember_code }: { readonly item: Item; readonly remember_code: boolean }, key) =>
      matchLines({ receipt_lines: same.map(({ id }) => id), item: item.url, remember_code }, key),
    refresh: () => [receiptLinesKey],
    said: ({ variables }) => words.matched(variables.item.name, same.length),
    onDone: ({ variables }) => queries.invalidateQueries({ queryKey: [...itemsKey, idOf(variables.item.url)] }),
    onProblem: (error) => setProblem(messageOf(error)),
  })
  const match = (item: Item) => {
    setProblem(undefined)
    void write({ item, remember_code: remembers })
  }
  const scan = async (code: string) => {
    try {
      const found = await findByCode(code)
      if (found.length === 1) return match(found[0]!)
      return setProblem(found.length === 0 ? words.unknown(code) : words.several(code))
    } catch (failure) {
      return setProblem(messageOf(failure))
    }
  }
  return (
    <>
      <span className={classes['finding']}>
        <FindItem
          box={box}
          words={{ label: words.findFor(name), placeholder: words.find, found: words.found, notFound: words.notFound }}
          onItem={match}
          onCode={(code) => void scan(code)}
        />
        {problem !== undefined && (
          <span className={classes['problem']} role="alert">
            {problem}
          </span>
        )}
      </span>
      <span className={classes['remember']}>
        {line.product_number !== '' && (
          <label>
            <input
              type="checkbox"
              aria-label={words.rememberFor(line.product_number)}
              checked={remembers}
              onChange={({ target }) => setRemembers(target.checked)}
            />
            {words.remember}
          </label>
        )}
      </span>
      <button
        type="button"
        className="button small"
        aria-label={words.dismissLine(name)}
        onClick={() => onDismiss(line)}
      >
        {words.dismiss}
      </button>
    </>
  )
}

const Line = ({ line, lines, mayWrite, onDismiss }: LineProps) => {
  const same = sameCode(lines, line)
  const name = nameOf(line)
  return (
    <li className={classes['unmatched']}>
      <span className={classes['sent']}>
        <strong>{name}</strong>
        <span className={page['context']}>
          {line.product_name !== '' && line.product_name !== name && `“${line.product_name}”`}{' '}
          {same.length > 1 && words.sameCode(same.length - 1)}
        </span>
      </span>
      <span className={classes['figure']}>
        <strong>{line.quantity === null ? '' : plainText(line.quantity)}</strong>
      </span>
      {mayWrite && <Matching line={line} same={same} onDismiss={onDismiss} />}
    </li>
  )
}

type Props = Omit<LineProps, 'line'>

/** Lines of which nobody knows yet what they are; those with the same code stand once. */
export const Unmatched = ({ lines, ...rest }: Props) => {
  const firsts = lines.filter((line) => sameCode(lines, line)[0] === line)
  return (
    <section className={classes['box']} aria-label={words.unmatched(lines.length)}>
      <h2>
        <IconHelpCircle size={16} stroke={1.6} aria-hidden="true" /> {words.unmatched(lines.length)}{' '}
        <span className={page['context']}>{words.unmatchedHint}</span>
      </h2>
      <ul>
        {firsts.map((line) => (
          <Line key={line.id} line={line} lines={lines} {...rest} />
        ))}
      </ul>
    </section>
  )
}
