import { composite, type Entry } from '@fetlock/sdk'
import { api } from './api.ts'

/** The records of an answer, by the names of the entries. One that a later entry has removed is left out. */
export type Answers<E extends readonly Entry[] = readonly Entry[]> = {
  readonly [X in E[number] as X['name']]: X extends Entry<string, infer A> ? A : never
}

type Options = { readonly key?: string; readonly dryRun?: boolean; readonly signal?: AbortSignal }

/** Sends writes as one request: one as it is, several as a composite, which carries out all of them or none. */
export const sendEntries = async (entries: readonly Entry[], options: Options): Promise<Answers> => {
  const [first, ...others] = entries
  if (first !== undefined && others.length === 0) {
    const { name, method, path, body, if_match } = first
    return { [name]: (await api.request(method, path, { ...options, body, ifMatch: if_match })).data }
  }
  const answers = await composite(api, entries, options)
  return Object.fromEntries(Object.entries(answers).map(([name, { body }]) => [name, body]))
}
