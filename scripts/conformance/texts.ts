import ts from 'typescript'

/** What stands for a value that only a running test knows. */
export const unknown = '…'

const maxAlternatives = 40

const unwrap = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? unwrap(node.expression)
    : node

const combine = (firsts: readonly string[], seconds: readonly string[]) =>
  firsts.flatMap((first) => seconds.map((second) => first + second)).slice(0, maxAlternatives)

/** Source that is short enough to be read in the name of a test. */
const shortSource = (node: ts.Node) => {
  const text = node.getText()
  return text.length <= 40 && !text.includes('\n') ? text : unknown
}

const isPlain = (node: ts.Expression) =>
  ts.isArrayLiteralExpression(node) ||
  ts.isObjectLiteralExpression(node) ||
  ts.isLiteralExpression(node) ||
  /^(true|false|null|undefined|-\d+)$/.test(node.getText())

/** Every constant of the file by its name. Those of the same name are taken for one. */
const constantsIn = (file: ts.SourceFile) => {
  const constants = new Map<string, ts.Expression>()
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      constants.set(node.name.text, unwrap(node.initializer))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return constants
}

/** Reads expressions of a test file without running it: which texts they may be, and which literals were read for that. */
export const readTexts = (file: ts.SourceFile) => {
  const constants = constantsIn(file)
  const read = new Set<ts.Node>()
  const reading = new Set<ts.Node>()

  const valueOf = (node: ts.Expression, depth = 0): ts.Expression => {
    const bare = unwrap(node)
    const named = ts.isIdentifier(bare) ? constants.get(bare.text) : undefined
    return named === undefined || depth > 10 ? bare : valueOf(named, depth + 1)
  }

  const templateTexts = (node: ts.TemplateExpression) => {
    for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) read.add(part)
    return node.templateSpans.reduce<readonly string[]>(
      (texts, { expression, literal }) => combine(combine(texts, textsOf(expression)), [literal.text]),
      [node.head.text],
    )
  }

  /** The member of that name, or any of them if only a running test knows which. */
  const memberTexts = (node: ts.PropertyAccessExpression | ts.ElementAccessExpression) => {
    const object = valueOf(node.expression)
    if (!ts.isObjectLiteralExpression(object)) return [unknown]
    const wanted = ts.isPropertyAccessExpression(node) ? node.name.text : undefined
    const texts = object.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) && (wanted === undefined || property.name.getText() === wanted)
        ? textsOf(property.initializer)
        : [],
    )
    return texts.length === 0 ? [unknown] : texts
  }

  const readText = (node: ts.Expression): readonly string[] => {
    if (ts.isStringLiteralLike(node)) return [node.text]
    if (ts.isTemplateExpression(node)) return templateTexts(node)
    if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return memberTexts(node)
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return combine(textsOf(node.left), textsOf(node.right))
    return [isPlain(node) ? shortSource(node) : unknown]
  }

  /** Every text that the expression may be. */
  const textsOf = (expression: ts.Expression): readonly string[] => {
    const node = valueOf(expression)
    if (reading.has(node)) return [unknown]
    reading.add(node)
    read.add(node)
    const texts = readText(node)
    reading.delete(node)
    return texts
  }

  /** The rows of a table of cases, as far as they are written down. */
  const rowsOf = (table: ts.Expression): readonly ts.Expression[] => {
    const node = valueOf(table)
    if (!ts.isArrayLiteralExpression(node)) return []
    return node.elements.flatMap((element) =>
      ts.isSpreadElement(element) ? rowsOf(element.expression) : [valueOf(element)],
    )
  }

  /** Every node under this one and under what its names stand for. */
  const reachFrom = (start: ts.Node, reached = new Set<ts.Node>()): ReadonlySet<ts.Node> => {
    if (reached.has(start)) return reached
    reached.add(start)
    const named = ts.isIdentifier(start) ? constants.get(start.text) : undefined
    if (named !== undefined) reachFrom(named, reached)
    ts.forEachChild(start, (child) => void reachFrom(child, reached))
    return reached
  }

  return { textsOf, rowsOf, reachFrom, wasRead: (node: ts.Node) => read.has(node) }
}
export type Texts = ReturnType<typeof readTexts>
