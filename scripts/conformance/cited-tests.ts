import ts from 'typescript'
import { blockOf, citationsIn, namesOf, type Block, type Name } from './names.ts'
import { readTexts } from './texts.ts'

/** A test, or several that differ only in their values, and what it proves. */
export type CitedTest = { readonly name: string; readonly cites: readonly string[] }

const outside: Name = { text: '', cites: [], isRow: false }

/** What a row of a suite cites belongs to each test in it; what those tests cite belongs to the suite in general. */
const within = (suite: Name, names: readonly Name[]): readonly Name[] =>
  names
    .filter(({ isRow }) => !(suite.isRow && isRow))
    .map(({ text, cites, isRow }) => ({
      text: [suite.text, text].filter((part) => part !== '').join(': '),
      cites: suite.isRow ? suite.cites : [...new Set([...suite.cites, ...cites])],
      isRow: isRow || suite.isRow,
    }))

type Placed = { readonly block: Block; readonly suites: readonly Name[] }

/** The tests of a file that cite something. Throws for a citation that is not in the name of a test. */
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
    const cites = citationsIn(literal.text)
    if (cites.length === 0) continue
    const made = placed.filter(({ block }) =>
      [block.name, block.table].some((part) => part !== undefined && texts.reachFrom(part).has(literal)),
    )
    if (made.length === 0) throw new Error(`${path}: [${cites[0]}] is not in the name of a test.`)
    for (const { block, suites } of made) tests.push(...within(suites[0]!, [{ ...namesOf(block, texts)[0]!, cites }]))
  }
  return tests.filter(({ cites }) => cites.length > 0).map(({ text, cites }) => ({ name: text, cites }))
}
