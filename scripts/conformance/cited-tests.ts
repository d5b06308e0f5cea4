import ts from 'typescript'
import { blockOf, linesIn, namesOf, type Block, type Name } from './names.ts'
import { readTexts } from './texts.ts'

/** A test, or several that differ only in their values, and the lines of the specification that it proves. */
export type CitedTest = { readonly name: string; readonly lines: readonly number[] }

const outside: Name = { text: '', lines: [], isRow: false }

/** What a row of a suite cites belongs to each test in it; what those tests cite belongs to the suite in general. */
const within = (suite: Name, names: readonly Name[]): readonly Name[] =>
  names
    .filter(({ isRow }) => !(suite.isRow && isRow))
    .map(({ text, lines, isRow }) => ({
      text: [suite.text, text].filter((part) => part !== '').join(': '),
      lines: suite.isRow ? suite.lines : [...new Set([...suite.lines, ...lines])],
      isRow: isRow || suite.isRow,
    }))

type Placed = { readonly block: Block; readonly suites: readonly Name[] }

/** The tests of a file that cite lines of the specification. Throws for a citation that is not in the name of a test. */
export const citedTests = (path: string, source: string): readonly CitedTest[] => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const texts = readTexts(file)
  const tests: Name[] = []
  const placed: Placed[] = []
  const literals: (ts.StringLiteralLike | ts.TemplateLiteralLikeNode)[] = []

  const visit = (node: ts.Node, suites: readonly Name[]): void => {
    const block = ts.isCallExpression(node) ? blockOf(node) : undefined
    if (block === undefined) {
      if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
        literals.push(node)
      return ts.forEachChild(node, (child) => visit(child, suites))
    }
    if (block.kind === 'off') return
    if (block.table !== undefined) visit(block.table, suites)
    placed.push({ block, suites })
    const names = suites.flatMap((suite) => within(suite, namesOf(block, texts)))
    if (block.kind === 'test') tests.push(...names)
    else if (block.body !== undefined) visit(block.body, names)
  }
  visit(file, [outside])

  // A citation that the file puts into names by calculation belongs to all tests that are made of it.
  for (const literal of literals.filter((each) => !texts.wasRead(each))) {
    const lines = linesIn(literal.text)
    if (lines.length === 0) continue
    const made = placed.filter(({ block }) =>
      [block.name, block.table].some((part) => part !== undefined && texts.reachFrom(part).has(literal)),
    )
    if (made.length === 0) throw new Error(`${path}: [S${lines[0]}] is not in the name of a test.`)
    for (const { block, suites } of made) tests.push(...within(suites[0]!, [{ ...namesOf(block, texts)[0]!, lines }]))
  }
  return tests.filter(({ lines }) => lines.length > 0).map(({ text, lines }) => ({ name: text, lines }))
}
