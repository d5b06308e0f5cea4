import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { checkout } from '../services/settings.ts'

/** A rule of the specification in our own words. Tests cite it by its line: `[S131]`. */
export type Rule = { readonly line: number; readonly text: string }
export type Section = { readonly title: string; readonly rules: readonly Rule[] }
/** A page of docs/conformance/. */
export type Chapter = { readonly page: string; readonly title: string; readonly sections: readonly Section[] }

const ruleOf = (markdown: string): Rule => {
  const [, line, text] = /^- \*\*S(\d+)\*\* (.+)$/.exec(markdown) ?? []
  if (line === undefined || text === undefined) throw new Error(`This is not written as a rule: ${markdown}`)
  return { line: Number(line), text }
}

export const chapterOf = (page: string, markdown: string): Chapter => {
  const [top = '', ...sections] = markdown.split(/^## /m)
  return {
    page,
    title: top.split('\n')[0]!.replace(/^# /, ''),
    sections: sections.map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return { title, rules: lines.filter((line) => line !== '').map(ruleOf) }
    }),
  }
}

const firstLine = ({ sections }: Chapter) => sections[0]?.rules[0]?.line ?? 0

/** Every rule of the specification, in its order. */
export const chapters: readonly Chapter[] = globSync('docs/conformance/*.md', { cwd: checkout })
  .map((path) => chapterOf(basename(path), readFileSync(join(checkout, path), 'utf8')))
  .toSorted((one, other) => firstLine(one) - firstLine(other))
