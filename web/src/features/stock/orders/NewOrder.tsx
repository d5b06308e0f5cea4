import { type FormEvent, useState } from 'react'
import { addOrder, ordersKey } from '../../../api/order.ts'
import { messageOf } from '../../../api/problem.ts'
import type { Department, Wholesaler } from '../../../api/records.ts'
import { Dialog } from '../../../shared/Dialog.tsx'
import { Field, problemOf } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { useProblems } from '../../../shared/problems.tsx'
import record from '../../../shared/record.module.css'
import { useWrite } from '../../../shared/use-write.ts'
import { ordersText } from '../../../text/stock-orders.ts'

type Props = {
  readonly department: Department
  /** The clinic-wide ones. */
  readonly wholesalers: readonly Wholesaler[]
  readonly onOrder: (id: number) => void
  readonly onClose: () => void
}

/** Begins an order without lines. */
export const NewOrder = ({ department, wholesalers, onOrder, onClose }: Props) => {
  const words = ordersText.starting
  const [chosen, setChosen] = useState(wholesalers[0]?.url ?? '')
  const { problems, setProblems } = useProblems()
  const nameOf = (url: string) => wholesalers.find((one) => one.url === url)?.name ?? ''
  const { write, isBusy } = useWrite({
    send: addOrder,
    refresh: () => [ordersKey],
    said: ({ variables, result }) => words.done(result.id, nameOf(variables.body.wholesaler)),
    onDone: ({ result }) => {
      onClose()
      onOrder(result.id)
    },
    onProblem: (error) => setProblems({ wholesaler: messageOf(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== '') void write({ body: { department: department.url, wholesaler: chosen }, sends: false })
  }
  return (
    <Dialog label={words.title} onClose={onClose}>
      <form className={record['dialog']} noValidate onSubmit={submit}>
        <h2>{words.title}</h2>
        {wholesalers.length === 0 ? (
          <p>{words.noWholesaler}</p>
        ) : (
          <Field id="wholesaler" label={words.from} problems={problems}>
            <select
              id="wholesaler"
              className={form['input']}
              data-first
              value={chosen}
              {...problemOf('wholesaler', problems)}
              onChange={({ target }) => setChosen(target.value)}
            >
              {wholesalers.map(({ url, name }) => (
                <option key={url} value={url}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
        )}
        <div className={record['actions']}>
          {wholesalers.length > 0 && (
            <button type="submit" className="button primary" aria-busy={isBusy}>
              {words.start}
            </button>
          )}
          <button type="button" className="button" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
