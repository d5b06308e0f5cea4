import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiProblem, messageOf } from '../../api/problem.ts'
import type { Invoice } from '../../api/records.ts'
import { say } from '../../shared/toasts.ts'
import { Field, problemOf, SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import { text } from '../../text/en.ts'
import classes from './InvoicePage.module.css'
import { moneyKey } from '../../shared/payments/queries.ts'
import { changeDraft, type DraftFields, invoiceQuery } from './queries.ts'

const words = text.invoices.edit
const names = ['invoice_date', 'invoice_due_date', 'remarks'] as const
const labels = { invoice_date: words.date, invoice_due_date: words.due, remarks: words.remarks } as const

const fieldsOf = ({ invoice_date, invoice_due_date, remarks }: Invoice): DraftFields => ({
  invoice_date,
  invoice_due_date,
  remarks,
})

/** The fields that differ from what was read. */
const changesOf = (fields: DraftFields, before: DraftFields): Partial<DraftFields> =>
  Object.fromEntries(names.filter((name) => fields[name] !== before[name]).map((name) => [name, fields[name]]))

/** Changes a draft: nothing else of an invoice can be changed. */
export const EditDraftSheet = ({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) => {
  const client = useQueryClient()
  const formId = useId()
  const [base, setBase] = useState(invoice)
  const [fields, setFields] = useState(() => fieldsOf(invoice))
  const [theirs, setTheirs] = useState<Partial<DraftFields>>({})
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const change = (changes: Partial<DraftFields>) => setFields((before) => ({ ...before, ...changes }))

  const save = async (read: Invoice): Promise<void> => {
    try {
      await changeDraft(invoice.id, changesOf(fields, fieldsOf(read)), read.modified)
      await client.invalidateQueries({ queryKey: [moneyKey] })
      say(words.saved)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 412)
        return setProblems({
          [error instanceof ApiProblem ? (Object.keys(error.errors ?? {})[0] ?? '') : '']: messageOf(error),
        })
      const now = await client.fetchQuery({ ...invoiceQuery(invoice.id), staleTime: 0 })
      const changed = changesOf(fieldsOf(now), fieldsOf(read))
      const mine = changesOf(fields, fieldsOf(read))
      const both = Object.keys(changed).filter((name) => name in mine)
      setBase(now)
      setFields({ ...fieldsOf(now), ...mine })
      setTheirs(Object.fromEntries(both.map((name) => [name, fieldsOf(now)[name as keyof DraftFields]])))
      setProblems({ '': words.conflict })
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblems({})
    await save(base)
    setBusy(false)
  }
  return (
    <Sheet
      title={words.title}
      onClose={onClose}
      foot={<SendButton form={formId} label={words.save} state={isBusy ? 'sending' : 'open'} checking={words.save} />}
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
        <ProblemSummary problems={problems} />
        {names.map((name) => (
          <Field
            key={name}
            id={name}
            label={labels[name]}
            problems={problems}
            hint={
              theirs[name] === undefined ? undefined : (
                <>
                  <span>{words.theirs(theirs[name])}</span>
                  <button
                    type="button"
                    className={classes['link']}
                    onClick={() => {
                      change({ [name]: theirs[name] })
                      setTheirs(({ [name]: _taken, ...others }) => others)
                    }}
                  >
                    {words.takeTheirs}
                  </button>
                </>
              )
            }
          >
            {name === 'remarks' ? (
              <textarea
                id={name}
                className={form['input']}
                maxLength={10_000}
                value={fields.remarks}
                onChange={({ target }) => change({ remarks: target.value })}
                {...problemOf(name, problems)}
              />
            ) : (
              <input
                id={name}
                type="date"
                data-first={name === 'invoice_date' || undefined}
                className={form['input']}
                value={fields[name]}
                onChange={({ target }) => change({ [name]: target.value })}
                {...problemOf(name, problems)}
              />
            )}
          </Field>
        ))}
      </form>
    </Sheet>
  )
}
