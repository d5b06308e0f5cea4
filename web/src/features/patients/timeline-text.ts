import type { Timeline } from '../../api/records.ts'

type Entry = Timeline['results'][number]

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Whether what was typed is in what an entry says: all its words, in any order. */
export const hasText = ({ kind, at: _at, url: _url, id: _id, ...content }: Entry, typed: string): boolean => {
  const said = [kind, ...textsIn(content)].join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word))
}
