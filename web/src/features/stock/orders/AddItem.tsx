import { useRef, useState } from 'react'
import { findByCode } from '../../../api/item.ts'
import { messageOf } from '../../../api/problem.ts'
import type { Item } from '../../../api/records.ts'
import { useScanner } from '../../../shared/useScanner.ts'
import { ordersText } from '../../../text/stock-orders.ts'
import { FindItem } from '../FindItem.tsx'
import classes from './Orders.module.css'

const words = {
  label: ordersText.addLabel,
  placeholder: ordersText.add,
  found: ordersText.found,
  notFound: ordersText.notFound,
}

/** Adds an item to an order, by its name, code or barcode. */
export const AddItem = ({ onItem }: { readonly onItem: (item: Item) => void }) => {
  const box = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const take = (item: Item) => {
    setProblem(undefined)
    onItem(item)
  }
  const scan = async (code: string) => {
    try {
      const found = await findByCode(code)
      if (found.length === 1) return take(found[0]!)
      return setProblem(found.length === 0 ? ordersText.unknown(code) : ordersText.several(code))
    } catch (failure) {
      return setProblem(messageOf(failure))
    }
  }
  useScanner({ box, onCode: (code) => void scan(code), code: /\d/ })
  return (
    <div className={classes['add']}>
      <FindItem box={box} words={words} onItem={take} onCode={(code) => void scan(code)} />
      {problem !== undefined && (
        <p className={classes['problem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
