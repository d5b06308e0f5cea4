import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { changeDraft, type DraftFields, invoiceQuery } from '../../api/invoice.ts'
import { fieldProblemsOf, messageOf } from '../../api/problem.ts'
import type { Invoice } from '../../api/records.ts'
import { Field, problemOf, SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import { useWrite } from '../../shared/use-write.ts'
import { text } from '../../text/en.ts'
import classes from '../../shared/payments/payments.module.css'

const names = ['invoice_date', 'invoice_due_date', 'remarks'] as const
const fieldsOf = ({ invoice_date, invoice_due_date, remarks }: Invoice): DraftFields => ({
  invoice_date,
  invoice_due_date,
  remarks,
})

/** The fields that differ from what was read. */
const changesOf = (fields: DraftFields, before: DraftFields): Partial<DraftFields> =>
  Object.fromEntries(names.filter((name) => fields[name] !== before[name]).map((name) => [name, fields[name]]))

type Props = { readonly invoice: Invoice; readonly onClose: () => void }

/** Changes a draft: nothing else of an invoice can be changed. */
export const EditDraftSheet = ({ invoice, onClose }: Props) => {
  const client = useQueryClient()
  const formId = useId()
  const [base, setBase] = useState(invoice)
  const [fields, setFields] = useState(() => fieldsOf(invoice))
  const [theirs, setTheirs] = useState<Partial<DraftFields>>({})
  const [problems, setProblems] = useState<Problems>({})
  const change = (changes: Partial<DraftFields>) => setFields((before) => ({ ...before, ...changes }))

  /** Puts what was typed on top of what somebody else has saved, and shows both where they differ. */
  const mergeTheirs = async () => {
    const now = await client.fetchQuery({ ...invoiceQuery(invoice.id), staleTime: 0 })
    const [changed, mine] = [changesOf(fieldsOf(now), fieldsOf(base)), changesOf(fields, fieldsOf(base))]
    const both = names.filter((name) => name in changed && name in mine)
    setBase(now)
    setFields({ ...fieldsOf(now), ...mine })
    setTheirs(Object.fromEntries(both.map((name) => [name, fieldsOf(now)[name]])))
    setProblems({ '': text.invoices.edit.conflict })
  }
  const { write, isBusy, isChecking } = useWrite({
    send: (draft: { readonly base: Invoice; readonly changes: Partial<DraftFields> }, key) =>
      changeDraft(draft.base, draft.changes, key),
    refresh: () => [['invoice']],
    said: () => text.invoices.edit.saved,
    onDone: onClose,
    onProblem: (error) => setProblems({ [Object.keys(fieldProblemsOf(error))[0] ?? '']: messageOf(error) }),
    onConflict: mergeTheirs,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems({})
    void write({ base, changes: changesOf(fields, fieldsOf(base)) })
  }
  return (
    <Sheet
      title={text.invoices.edit.title}
      onClose={onClose}
      foot={
        <SendButton
          form={formId}
          label={text.invoices.edit.save}
          state={isBusy ? (isChecking ? 'checking' : 'sending') : 'open'}
          checking={text.invoices.edit.save}
        />
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <ProblemSummary problems={problems} />
        {names.map((name) => (
          <Field
            key={name}
            id={name}
            label={text.invoices.edit.labels[name]}
            problems={problems}
            hint={
              theirs[name] === undefined ? undefined : (
                <>
                  <span>{text.invoices.edit.theirs(theirs[name])}</span>
                  <button
                    type="button"
                    className={classes['link']}
                    onClick={() => {
                      change({ [name]: theirs[name] })
                      setTheirs(({ [name]: _taken, ...others }) => others)
                    }}
                  >
                    {text.invoices.edit.takeTheirs}
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
