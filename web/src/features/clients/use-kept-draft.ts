import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { clientQuery } from '../../api/client.ts'
import { type Form, keptRegistration, type KeptForm } from './kept-registration.ts'

const kept = keptRegistration()

type Found = { readonly at: string; readonly form: Form }

/** A kept form with its client as they are now. One who cannot be read is chosen anew. */
const restored = async (client: QueryClient, found: KeptForm | undefined): Promise<Found | undefined> => {
  if (found === undefined) return undefined
  const { at, form } = found
  if (form.known === undefined) return { at, form: { ...form, known: undefined } }
  const known = await client.fetchQuery({ ...clientQuery(form.known), staleTime: 0 }).catch(() => undefined)
  return { at, form: { ...form, known, chosen: known && form.chosen } }
}

/** What was typed into this form on this device and never sent; undefined until that is known. */
export const useKeptForm = (key: string): { readonly found: Found | undefined } | undefined => {
  const client = useQueryClient()
  const [read, setRead] = useState<{ readonly key: string; readonly found: Found | undefined }>()
  useEffect(() => {
    let isWanted = true
    void kept
      .read(key)
      .then((found) => restored(client, found))
      .then((found) => isWanted && setRead({ key, found }))
    return () => void (isWanted = false)
  }, [client, key])
  return read?.key === key ? read : undefined
}

/** A form that stays on this device, with the key of what was sent, until it is done or begun anew. */
export const useKeptDraft = (key: string, start: Form) => {
  const [form, setForm] = useState(start)
  // Answers arrive after the page was left, too: what is kept does not depend on what is drawn.
  const latest = useRef(start)
  return useMemo(
    () => ({
      form,
      /** Answers once it is kept. */
      change: (changes: Partial<Form> | ((before: Form) => Partial<Form>)) => {
        const before = latest.current
        latest.current = { ...before, ...(typeof changes === 'function' ? changes(before) : changes) }
        setForm(latest.current)
        return kept.write(key, latest.current)
      },
      forget: () => kept.forget(key),
    }),
    [form, key],
  )
}
