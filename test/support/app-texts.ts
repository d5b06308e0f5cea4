import ts from 'typescript'

const words = ['text', 'settingsText']

/** The words of the app, `text` of web/src/text/en.ts or `settingsText` of en-settings.ts, in an expression that is worked out. Types only name them. */
const isWords = (node: ts.Node): node is ts.Identifier =>
  ts.isIdentifier(node) &&
  words.includes(node.text) &&
  (ts.isPropertyAccessExpression(node.parent) || ts.isElementAccessExpression(node.parent)) &&
  node.parent.expression === node

const isFunction = (node: ts.Node) =>
  ts.isFunctionLike(node) || (ts.isPropertyDeclaration(node) && !ts.getModifiers(node)?.some(isStatic))
const isStatic = ({ kind }: ts.Node) => kind === ts.SyntaxKind.StaticKeyword

const walk = (node: ts.Node, visit: (node: ts.Node) => boolean | void): void => {
  if (visit(node) === false) return
  ts.forEachChild(node, (child) => walk(child, visit))
}

const importsWords = (file: ts.SourceFile) =>
  file.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      /\/text\/[\w-]+\.ts$/.test(statement.moduleSpecifier.text),
  )

/** The functions of a file that read words, or call one of it that does. */
const readersOf = (file: ts.SourceFile): ReadonlySet<string> => {
  const functions = new Map<string, ts.Node>()
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) functions.set(statement.name.text, statement)
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer && isFunction(initializer)) functions.set(name.text, initializer)
  }
  const readers = new Set<string>()
  for (let before = -1; before < readers.size; ) {
    before = readers.size
    for (const [name, node] of functions)
      walk(node, (inner) => {
        if (isWords(inner) || (isCallOf(inner, readers) && inner !== node)) readers.add(name)
      })
  }
  return readers
}

const isCallOf = (node: ts.Node, names: ReadonlySet<string>) =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text)

const parse = (path: string, source: string) =>
  ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

const placeOf = (file: ts.SourceFile, node: ts.Node) =>
  `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`

/** Where words are read while a file is loaded, so that another language would come too late. */
export const wordsReadEarly = (path: string, source: string): readonly string[] => {
  const file = parse(path, source)
  if (!importsWords(file)) return []
  const readers = readersOf(file)
  const places: string[] = []
  walk(file, (node) => {
    if (isFunction(node)) return false
    if (isWords(node) || isCallOf(node, readers)) places.push(placeOf(file, node))
    return true
  })
  return places
}

/** Where words are made to begin with a small letter, so that they fit into a sentence of English. */
export const wordsMadeSmall = (path: string, source: string): readonly string[] => {
  const file = parse(path, source)
  const isOfWords = path.includes('/text/')
  const places: string[] = []
  walk(file, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !/^to(Locale)?LowerCase$/.test(node.name.text)) return
    let hasWords = isOfWords
    walk(node.expression, (inner) => {
      hasWords ||= isWords(inner)
    })
    if (hasWords) places.push(placeOf(file, node))
  })
  return places
}

/** What a template or a sum has beside its words, other than blanks. */
const hasMore = (node: ts.TemplateExpression) =>
  node.templateSpans.length > 1 ||
  [node.head, ...node.templateSpans.map(({ literal }) => literal)].some(({ text }) => text.trim() !== '')

/** Where a sentence is put together from words and values outside of the texts, in the order of English. */
export const wordsGlued = (path: string, source: string): readonly string[] => {
  const file = parse(path, source)
  if (path.includes('/text/') || !importsWords(file)) return []
  const places: string[] = []
  const hasWords = (node: ts.Node) => {
    let has = false
    walk(node, (inner) => {
      has ||= isWords(inner)
    })
    return has
  }
  walk(file, (node) => {
    const isGlued = ts.isTemplateExpression(node)
      ? hasMore(node) && node.templateSpans.some(({ expression }) => hasWords(expression))
      : ts.isBinaryExpression(node) &&
        node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
        (hasWords(node.left) || hasWords(node.right))
    if (isGlued) places.push(placeOf(file, node))
    return !isGlued
  })
  return places
}

/** Where a value of the contract is named by its bare number: `{ 3: 'Finalized' }`. */
export const numbersAsNames = (path: string, source: string): readonly string[] => {
  const file = parse(path, source)
  const places: string[] = []
  walk(file, (node) => {
    if (ts.isPropertyAssignment(node) && ts.isNumericLiteral(node.name)) places.push(placeOf(file, node))
  })
  return places
}
