import ts from 'typescript'
import { unknown, type Texts } from './texts.ts'

/** A line of the specification, a row of ASVS, a finding of the security review. */
const one = 'S\\d+|V\\d+(?:\\.\\d+){2}|(?:security|decision)-\\d+'
const citation = new RegExp(`\\[((?:${one})(?:[ ,]+(?:${one}))*)\\]`, 'g')

/** What a text cites: `[S131]`, `[S131, S132]`, `[V6.3.3]`, `[security-4]`, `[decision-45]`. */
export const citationsIn = (text: string) => [...text.matchAll(citation)].flatMap(([, list]) => list!.split(/[ ,]+/))

const withoutCitations = (text: string) =>
  text
    .replaceAll(citation, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/…( ?…)+/g, unknown)
    .trim()

/** A call that registers tests or a suite of them. */
export type Block = {
  readonly kind: 'test' | 'suite' | 'off'
  readonly name: ts.Expression
  /** What `each` is given. */
  readonly table: ts.Expression | undefined
  readonly body: ts.Node | undefined
}

/** The words of `it.each` or `describe.concurrent.skip`. */
const wordsOf = (node: ts.Expression): readonly string[] => {
  if (ts.isPropertyAccessExpression(node)) return [...wordsOf(node.expression), node.name.text]
  return ts.isIdentifier(node) ? [node.text] : []
}

const kindOf = (words: readonly string[]) => {
  if (words.includes('skip') || words.includes('todo')) return 'off'
  return words[0] === 'describe' ? 'suite' : 'test'
}

export const blockOf = (node: ts.CallExpression): Block | undefined => {
  const inner = ts.isCallExpression(node.expression) ? node.expression : undefined
  const words = wordsOf(inner === undefined ? node.expression : inner.expression)
  const [name, ...others] = node.arguments
  if (name === undefined || !['it', 'test', 'describe'].includes(words[0] ?? '')) return undefined
  const isTable = ['each', 'for'].includes(words.at(-1) ?? '')
  // The inner half of it.each(table)(name, …).
  if (isTable && inner === undefined) return undefined
  return {
    kind: kindOf(words),
    name,
    table: isTable ? inner?.arguments[0] : undefined,
    body: others.find((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each)),
  }
}

const placeholder = /%([sdifjoOc#$%])|\$([A-Za-z_]\w*)(?:\.\w+)*/g

type Row = { readonly cells: readonly string[]; readonly named: (name: string) => string | undefined }

const rowOf = (row: ts.Expression, { textsOf }: Texts): Row => {
  const textOf = (expression: ts.Expression) => textsOf(expression)[0]!
  if (ts.isArrayLiteralExpression(row)) return { cells: row.elements.map(textOf), named: () => undefined }
  if (!ts.isObjectLiteralExpression(row)) return { cells: [textOf(row)], named: () => undefined }
  const named = (name: string) => {
    const found = row.properties.find((property) => property.name?.getText() === name)
    return found !== undefined && ts.isPropertyAssignment(found) ? textOf(found.initializer) : unknown
  }
  return { cells: [], named }
}

/** The name that a row gives a test. */
const fill = (pattern: string, { cells, named }: Row) => {
  let next = 0
  return pattern.replaceAll(placeholder, (whole, letter: string | undefined, name: string | undefined) => {
    if (name !== undefined) return named(name) ?? whole
    if (letter === '%') return '%'
    if (letter === '#' || letter === '$') return unknown
    const cell = cells[next++] ?? unknown
    return cell === '' && 'joO'.includes(letter!) ? '""' : cell
  })
}

/** The name that all rows share: values are left out, and columns that hold nothing but citations too. */
const fillInCommon = (pattern: string, rows: readonly Row[]) => {
  const columns = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const isCitation = (at: number) => rows.every(({ cells }) => withoutCitations(cells[at] ?? unknown) === '')
  const cells = Array.from({ length: columns }, (_, at) => (isCitation(at) ? '' : unknown))
  const mayBeObjects = rows.every((row) => row.cells.length === 0)
  return fill(pattern, { cells, named: () => (mayBeObjects ? unknown : undefined) })
}

/** What a block is called, without citations, and what its name cites. */
export type Name = {
  readonly text: string
  readonly cites: readonly string[]
  /** A row of a table that cites something itself. All other rows share one name. */
  readonly isRow: boolean
}

export const namesOf = ({ name, table }: Block, texts: Texts): readonly Name[] => {
  const rows = table === undefined ? [] : texts.rowsOf(table).map((row) => rowOf(row, texts))
  return texts.textsOf(name).flatMap((pattern) => {
    const common = citationsIn(pattern)
    if (table === undefined) return [{ text: withoutCitations(pattern), cites: common, isRow: false }]
    const filled = rows.map((row) => fill(pattern, row))
    const shared = withoutCitations(fillInCommon(pattern, rows))
    // A name of nothing but values says nothing without them.
    if (rows.length > 0 && !/\p{L}/u.test(shared))
      return filled.map((text) => ({ text: withoutCitations(text), cites: citationsIn(text), isRow: false }))
    const cited = filled.map((text) => ({
      text: withoutCitations(text),
      cites: citationsIn(text).filter((each) => !common.includes(each)),
      isRow: true,
    }))
    return [{ text: shared, cites: common, isRow: false }, ...cited.filter(({ cites }) => cites.length > 0)]
  })
}
