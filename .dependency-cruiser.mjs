/** Who may import whom: the table of ARCHITECTURE.md, held against the real imports. */

const layers = {
  telemetry: [],
  rates: [],
  db: ['telemetry'],
  gateways: [],
  paper: [],
  kernel: ['db', 'gateways', 'rates'],
  contract: ['db', 'kernel'],
  events: ['db', 'kernel'],
  browse: ['db', 'kernel'],
  domain: ['db', 'kernel', 'gateways', 'paper', 'rates'],
  demo: ['db', 'kernel', 'domain', 'gateways'],
  oauth: ['db', 'kernel', 'domain', 'rates'],
  worker: ['db', 'kernel', 'domain', 'gateways', 'telemetry'],
}

const foundation = ['organisation', 'identity']

/** What a part of the practice stands on; it may also use whatever those stand on. */
const standsOn = {
  organisation: [],
  identity: ['organisation'],
  attachments: foundation,
  customfields: foundation,
  catalogue: foundation,
  clients: ['customfields', 'catalogue'],
  importing: ['billing'],
  billing: ['clients'],
  consultations: ['billing'],
  wholesale: ['catalogue'],
}

const everythingUnder = (part) => [...new Set(standsOn[part].flatMap((below) => [below, ...everythingUnder(below)]))]
const anyOf = (names) => `(${names.join('|')})`
const tests = '\\.test\\.ts$'
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

const layerRules = Object.entries(layers).map(([layer, below]) =>
  forbid(
    `${layer}-stays-in-its-layer`,
    { path: `^src/${layer}/`, pathNot: tests },
    { path: '^src/', pathNot: `^src/${anyOf([layer, ...below])}/` },
    below.length ? `src/${layer} may import ${below.join(', ')}.` : `src/${layer} imports nothing else of ours.`,
  ),
)

const domainRules = Object.keys(standsOn).map((part) =>
  forbid(
    `${part}-stays-on-its-ground`,
    { path: `^src/domain/${part}/`, pathNot: tests },
    { path: '^src/domain/', pathNot: `^src/domain/${anyOf([part, ...everythingUnder(part)])}/` },
    `src/domain/${part} may import ${everythingUnder(part).join(', ') || 'no other part of the practice'}.`,
  ),
)

export default {
  forbidden: [
    ...layerRules,
    ...domainRules,
    forbid(
      'domain-folders-are-in-the-table',
      { path: '^src/domain/[^/]+/', pathNot: `^src/domain/${anyOf(Object.keys(standsOn))}/` },
      {},
      'Say in .dependency-cruiser.mjs what a new part of the practice stands on.',
    ),
    forbid(
      'rules-never-reach-the-pool',
      { path: '^src/(kernel|domain)/', pathNot: tests },
      { path: '(^src/db/pool\\.ts$|node_modules/(@types/)?pg/)' },
      'A statement that slips out of its transaction escapes its organisation too.',
    ),
    forbid(
      'gateways-are-handed-in',
      { path: '^src/(kernel|domain|demo)/', pathNot: tests },
      { path: '^src/gateways/', dependencyTypesNot: ['type-only'] },
      'What reaches the outside world is given by whoever starts the process; here only its type is known.',
    ),
    forbid(
      'resources-are-linked-by-name',
      { path: '^src/domain/', pathNot: tests },
      { path: '\\.resource\\.ts$' },
      'Resource files import rules; nothing in the domain imports a resource file.',
    ),
    forbid('product-never-imports-tests', { path: '^src/', pathNot: tests }, { path: '^(test|scripts|proofs|bench)/' }),
    forbid(
      'product-never-needs-dev-dependencies',
      { path: '^src/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    forbid('no-unresolvable', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
