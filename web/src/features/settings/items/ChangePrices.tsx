import { IconArrowLeft, IconPercentage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { itemsKey } from '../../../api/item.ts'
import { useMe } from '../../../api/me.ts'
import {
  changePrices,
  priceChangeKey,
  priceChangesQuery,
  pricePreviewQuery,
  type PriceRule,
  undoPriceChange,
} from '../../../api/pricechange.ts'
import { fieldProblemsOf, messageOf } from '../../../api/problem.ts'
import { dateText } from '../../../format.ts'
import backHead from '../../../shared/back-head.module.css'
import { Heading } from '../../../shared/Heading.tsx'
import page from '../../../shared/page.module.css'
import { type Problems, ProblemSummary } from '../../../shared/problems.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/states.tsx'
import { useSettled } from '../../../shared/useSettled.ts'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { badFields, emptyRule, type RuleDraft, rowsOf, ruleOf } from './price-rule.ts'
import { PricePreview } from './PricePreview.tsx'
import { PriceRuleForm } from './PriceRuleForm.tsx'
import classes from './ChangePrices.module.css'

/** The last runs, each with what became of it. */
const Earlier = () => {
  const { data, error, refetch } = useQuery(priceChangesQuery)
  const { time_zone: zone } = useMe().organisation
  const words = settingsText.items.prices
  if (error !== null && data === undefined)
    return <ErrorState error={error} what={words.earlier} onRetry={() => void refetch()} />
  if (data === undefined || data.results.length === 0) return null
  return (
    <section aria-labelledby="earlier" className={classes['earlier']}>
      <h2 id="earlier">{words.earlier}</h2>
      <ul>
        {data.results.map(({ id, created, changed, undone }) => (
          <li key={id}>
            <Link to="/settings/items/prices/$id/" params={{ id: String(id) }}>
              {words.earlierOf(dateText(created, zone), changed)}
            </Link>
            {undone !== null && <span className={page['context']}> · {words.wasUndone}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const fieldOf: Readonly<Record<string, string>> = {
  percentage_change: 'by',
  amount_change: 'by',
  round_to: 'step',
  item_types: 'type',
  item_list: 'group',
  vat_group: 'vat',
}

/** What the service refuses, at the field that it is about. */
const problemsOf = (error: unknown): Problems => {
  const found = Object.entries(fieldProblemsOf(error))
  if (found.length === 0) return { '': messageOf(error) }
  return Object.fromEntries(
    found.map(([name, [problem]]) => [fieldOf[name] ?? '', problem?.message ?? messageOf(error)]),
  )
}

const useRule = () => {
  const [draft, setDraft] = useState<RuleDraft>(emptyRule)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const bad = Object.fromEntries(
    badFields(draft).map((name) => [name, settingsText.items.prices[name === 'by' ? 'bad' : 'badStep']]),
  )
  const rule = useSettled(ruleOf(draft), 250)
  return {
    draft,
    bad,
    rule: Object.keys(bad).length > 0 ? undefined : rule,
    left,
    change: (changes: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...changes })),
    leave: (items: readonly string[], isLeft: boolean) =>
      setLeft((before) => (isLeft ? before.union(new Set(items)) : before.difference(new Set(items)))),
  }
}

const Waiting = () => (
  <div className={classes['waiting']} aria-hidden="true">
    {[60, 45, 70, 52, 64].map((width) => (
      <Skeleton key={width} width={`${width}%`} />
    ))}
  </div>
)

/** Changes the prices of many items at once. Every new price is seen before. */
export const ChangePrices = () => {
  const me = useMe()
  const navigate = useNavigate()
  const formId = useId()
  const words = settingsText.items.prices
  const { draft, bad, rule, left, change, leave } = useRule()
  const [refused, setRefused] = useState<Problems>({})
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...pricePreviewQuery(rule ?? {}),
    enabled: rule !== undefined,
  })
  const run = rule === undefined ? undefined : data
  const rows = rowsOf(run?.changes ?? [], draft.basis)
  const taken = rows.filter(({ item }) => !left.has(item)).length
  const isCurrent = run !== undefined && !isPlaceholderData && error === null && ruleOf(draft) !== undefined
  useEffect(() => setRefused({}), [rule])
  const { write, isBusy } = useWrite({
    send: (sent: PriceRule, key) => changePrices(sent, key),
    refresh: () => [itemsKey, priceChangeKey],
    said: ({ result }) => words.done(result.changed),
    undo: ({ result }) => undoPriceChange(result.id),
    onDone: ({ result }) => navigate({ to: '/settings/items/prices/$id/', params: { id: String(result.id) } }),
    onProblem: (problem) => setRefused(problemsOf(problem)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const shown = new Set(rows.map(({ item }) => item))
    if (isCurrent && taken > 0 && rule !== undefined)
      void write({ ...rule, except_items: [...left].filter((item) => shown.has(item)) })
  }
  const asked = error !== null && rule !== undefined ? problemsOf(error) : {}
  const problems = { ...asked, ...refused, ...bad }
  return (
    <>
      <div className={`${page['head']} ${backHead['head']} ${classes['head']}`}>
        <Link className={backHead['back'] ?? ''} to="/settings/items/" aria-label={words.back}>
          <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
        </Link>
        <Heading title={words.title} />
        <span className={page['context']}>{words.notYet}</span>
        <div className={backHead['bar']}>
          <button
            type="submit"
            form={formId}
            className={`button primary ${classes['apply']}`}
            aria-busy={isBusy}
            disabled={!isCurrent || taken === 0}
          >
            {taken === 0 ? words.none : words.apply(taken)}
          </button>
        </div>
      </div>
      <div className={classes['body']}>
        <form id={formId} className={classes['side']} noValidate onSubmit={submit}>
          <ProblemSummary problems={refused} />
          <PriceRuleForm draft={draft} problems={problems} currency={me.organisation.currency} onChange={change} />
          <Earlier />
        </form>
        <div className={classes['preview']} tabIndex={-1} aria-busy={rule !== undefined && !isCurrent}>
          {rule === undefined ? (
            <EmptyState title={words.start} icon={<IconPercentage size={22} stroke={1.6} aria-hidden="true" />} />
          ) : error !== null && Object.keys(asked).every((name) => name === '') ? (
            <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
          ) : run === undefined ? (
            <Waiting />
          ) : rows.length === 0 ? (
            <EmptyState title={words.noneMatches} icon={<IconPercentage size={22} stroke={1.6} aria-hidden="true" />} />
          ) : (
            <PricePreview run={run} rows={rows} left={left} onLeave={leave} />
          )}
        </div>
      </div>
    </>
  )
}
