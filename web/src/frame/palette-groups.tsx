import type { ReactNode } from 'react'
import { may } from '../api/me.ts'
import { idOf, type Me, type SearchResults } from '../api/records.ts'
import { isZero, moneyText } from '../format.ts'
import { text } from '../text/en.ts'
import type { Action } from '../shared/actions.ts'
import { KeyCap } from '../shared/KeyCap.tsx'
import classes from './Palette.module.css'

export type Found = SearchResults['results'][number]
export type Option = {
  readonly key: string
  readonly run: () => void
  readonly shown: ReactNode
  readonly address?: string
}
export type Group = { readonly title: string; readonly options: readonly Option[] }

export const maxRecords = 8
export const folders = { client: 'clients', patient: 'patients', invoice: 'invoices' } as const

export const actionGroups = (actions: readonly Action[], typed: string, run: (action: Action) => void): Group[] => {
  const titles = { here: text.palette.actions, go: text.palette.go, settings: text.palette.settings }
  const wanted = typed.trim().toLowerCase()
  const shown = actions.filter(
    ({ title, onlyKey, onlyTyped }) =>
      onlyKey !== true && (onlyTyped !== true || wanted !== '') && title.toLowerCase().includes(wanted),
  )
  return (['here', 'go', 'settings'] as const).map((group) => ({
    title: titles[group],
    options: shown
      .filter((action) => action.group === group)
      .map((action) => ({
        key: action.id,
        run: () => run(action),
        shown: (
          <>
            <span className={classes['label']}>{action.title}</span>
            {action.keys !== undefined && <KeyCap keys={action.keys} />}
          </>
        ),
      })),
  }))
}

export const creationKey = 'create'

/** What can be done at once with a record that was found: a title, and the page that begins it. */
export const stepsFor = (me: Me, { type, id, client, owing }: Found): readonly (readonly [string, string])[] => {
  const mayBook = may(me, 'General: Appointments', 'write')
  const mayAdmit = may(me, 'Clinical: Consultations', 'write') && may(me, 'General: Patients and clients', 'write')
  const mayTake = may(me, 'Financial: Invoices', 'write')
  if (type === 'invoice')
    return mayTake && owing !== null && !isZero(owing)
      ? [[text.palette.pay(moneyText(owing, me.organisation.currency)), `/invoices/${id}/?pay=true`]]
      : []
  const whose = type === 'client' ? `client=${id}` : `client=${idOf(client!)}&patient=${id}`
  return [
    ...(mayBook ? [[text.palette.book, `/calendar/?book=true&${whose}`] as const] : []),
    ...(mayAdmit ? [[text.palette.admit, `/clients/new/?${whose}`] as const] : []),
    ...(mayTake && type === 'client' ? [[text.palette.sell, `/till/?client=${id}`] as const] : []),
  ]
}
