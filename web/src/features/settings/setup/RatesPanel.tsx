import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../../api/problem.ts'
import { organisationKey, organisationQuery } from '../../../api/organisation.ts'
import { type ChangedRate, confirmRates, type NewRate, setupKey } from '../../../api/setup.ts'
import { vatGroupsQuery } from '../../../api/vatgroup.ts'
import { plainText, typedDecimal } from '../../../format.ts'
import { Field, problemOf, SendButton } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { type Problems, ProblemSummary, useProblems } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { ErrorState } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Setup.module.css'

type Typed = Readonly<Record<string, string>>
type Confirmed = { readonly changed: readonly ChangedRate[]; readonly added: NewRate | undefined }

/** A rate as the API takes it, or nothing if it is none. */
const rateOf = (typed: string) => {
  const rate = typedDecimal(typed)
  return rate !== undefined && /^\d{1,2}(\.\d{1,2})?$/.test(rate) ? rate : undefined
}

const titleId = 'rate-title'
const newRateId = 'rate-new'

/** The rates of VAT that a clinic starts with, to be corrected and confirmed by somebody who knows. */
export const RatesPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const id = useId()
  const words = settingsText.setup.vat
  const [typed, setTyped] = useState<Typed>({})
  const { data, error, refetch } = useQuery(vatGroupsQuery)
  const groups = data?.toSorted((one, other) => Number(other.percentage) - Number(one.percentage))
  const { data: organisation } = useQuery(organisationQuery)
  const { problems, attempt, setProblems } = useProblems()
  const { write, isBusy } = useWrite({
    send: ({ changed, added }: Confirmed, key) => confirmRates(organisation!, changed, added, key),
    refresh: () => [setupKey, organisationKey, ['vatgroup'], ['item']],
    said: () => words.confirmed,
    onDone: onClose,
    onProblem: (problem) => setProblems({ '': messageOf(problem) }),
  })
  const idOf = (group: number) => `rate-${group}`
  const valueOf = (group: { readonly id: number; readonly percentage: string }) =>
    typed[idOf(group.id)] ?? plainText(group.percentage)
  const isAdding = (typed[titleId] ?? '').trim() !== '' || (typed[newRateId] ?? '') !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (groups === undefined || organisation === undefined) return
    const bad = groups.flatMap((group) => (rateOf(valueOf(group)) === undefined ? [[idOf(group.id), words.bad]] : []))
    const found: Problems = {
      ...Object.fromEntries(bad),
      ...(isAdding && (typed[titleId] ?? '').trim() === '' ? { [titleId]: words.untitled } : {}),
      ...(isAdding && rateOf(typed[newRateId] ?? '') === undefined ? { [newRateId]: words.bad } : {}),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const changed = groups.flatMap((group) => {
      const percentage = rateOf(valueOf(group))!
      return Number(percentage) === Number(group.percentage) ? [] : [{ group, percentage }]
    })
    const added = isAdding ? { title: typed[titleId]!.trim(), percentage: rateOf(typed[newRateId]!)! } : undefined
    void write({ changed, added })
  }
  const input = (name: string, value: string) => ({
    id: name,
    className: form['input'],
    value,
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
    ...problemOf(name, problems),
  })
  const count = (groups?.length ?? 0) + (isAdding ? 1 : 0)
  return (
    <Sheet
      kind="panel"
      title={words.title}
      subtitle={groups?.length === 0 ? words.none : words.explained}
      onClose={onClose}
      {...(count > 0 && {
        foot: <SendButton label={words.confirm(count)} state={isBusy ? 'sending' : 'open'} checking="" form={id} />,
      })}
    >
      {error !== null && groups === undefined && (
        <ErrorState error={error} what={words.title} onRetry={() => void refetch()} />
      )}
      <form id={id} className={classes['rates']} noValidate onSubmit={submit}>
        <ProblemSummary problems={problems} attempt={attempt} />
        {groups?.map((group, index) => (
          <Field key={group.id} id={idOf(group.id)} label={group.title} problems={problems}>
            <span className={classes['percent']}>
              <input
                {...input(idOf(group.id), valueOf(group))}
                inputMode="decimal"
                data-first={index === 0 || undefined}
              />
              {words.percent}
            </span>
          </Field>
        ))}
        <div className={classes['newRate']}>
          <Field id={titleId} label={words.newTitle} problems={problems} hint={words.newTitleHint}>
            <input {...input(titleId, typed[titleId] ?? '')} maxLength={127} />
          </Field>
          <Field id={newRateId} label={words.newRate} problems={problems}>
            <span className={classes['percent']}>
              <input {...input(newRateId, typed[newRateId] ?? '')} inputMode="decimal" />
              {words.percent}
            </span>
          </Field>
        </div>
      </form>
    </Sheet>
  )
}
