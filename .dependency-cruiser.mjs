/** Who may import whom: the table of ARCHITECTURE.md, checked against the real imports. */

const layers = {
  telemetry: [],
  rates: [],
  db: ['telemetry'],
  network: [],
  gateways: ['network'],
  pdf: [],
  csv: [],
  secrets: ['db'],
  kernel: ['db', 'gateways', 'rates'],
  contract: ['db', 'kernel'],
  events: ['db', 'kernel', 'rates'],
  browse: ['db', 'kernel'],
  site: ['db', 'kernel', 'contract', 'browse'],
  domain: ['db', 'kernel', 'gateways', 'network', 'pdf', 'csv', 'rates'],
  demo: ['db', 'kernel', 'domain', 'gateways'],
  oauth: ['db', 'kernel', 'domain', 'rates'],
  'sign-in': ['db', 'kernel', 'domain', 'rates', 'oauth'],
  http: [
    'db',
    'kernel',
    'domain',
    'gateways',
    'rates',
    'telemetry',
    'events',
    'contract',
    'browse',
    'site',
    'oauth',
    'sign-in',
  ],
  worker: ['db', 'kernel', 'domain', 'gateways', 'telemetry', 'csv'],
}

/** The same of the app, web/src/. */
const appLayers = {
  api: [],
  text: [],
  theme: [],
  shared: ['api', 'text'],
  frame: ['api', 'text', 'shared'],
  features: ['api', 'text', 'shared'],
  testing: ['api'],
}

const foundation = ['organisation', 'identity']

/** What each part of the practice depends on directly; it may also use what those depend on. */
const dependsOn = {
  organisation: [],
  identity: ['organisation'],
  attachments: foundation,
  customfields: foundation,
  items: foundation,
  clients: ['customfields', 'items'],
  importing: ['billing'],
  erasure: ['importing', 'scheduling', 'attachments'],
  messaging: ['clients'],
  billing: ['messaging', 'stock'],
  scheduling: ['messaging'],
  consultations: ['billing', 'scheduling'],
  imaging: ['consultations'],
  prescriptions: ['consultations'],
  search: ['imaging', 'prescriptions'],
  timeline: ['imaging', 'prescriptions'],
  stock: ['items'],
  webhooks: foundation,
  ordering: ['wholesale', 'stock'],
  wholesale: ['items', 'webhooks', 'attachments'],
}

const allDependenciesOf = (part) => [
  ...new Set(dependsOn[part].flatMap((direct) => [direct, ...allDependenciesOf(direct)])),
]
const anyOf = (names) => `(${names.join('|')})`
const tests = '\\.test\\.tsx?$'
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

const layerRules = Object.entries(layers).map(([layer, below]) =>
  forbid(
    `${layer}-imports-only-lower-layers`,
    { path: `^src/${layer}/`, pathNot: tests },
    { path: '^src/', pathNot: `^src/${anyOf([layer, ...below])}/` },
    below.length ? `src/${layer} may import ${below.join(', ')}.` : `src/${layer} imports nothing else of ours.`,
  ),
)

const appRules = Object.entries(appLayers).map(([layer, below]) =>
  forbid(
    `app-${layer}-imports-only-lower-layers`,
    { path: `^web/src/${layer}/`, pathNot: tests },
    { path: '^web/src/', pathNot: `^web/src/(${[layer, ...below].join('|')})/|^web/src/format\\.ts$` },
    `web/src/${layer} may import ${['format.ts', ...below].join(', ')}.`,
  ),
)

const domainRules = Object.keys(dependsOn).map((part) =>
  forbid(
    `${part}-imports-only-its-dependencies`,
    { path: `^src/domain/${part}/`, pathNot: tests },
    { path: '^src/domain/', pathNot: `^src/domain/${anyOf([part, ...allDependenciesOf(part)])}/` },
    `src/domain/${part} may import ${allDependenciesOf(part).join(', ') || 'no other part of the practice'}.`,
  ),
)

export default {
  forbidden: [
    ...layerRules,
    ...domainRules,
    ...appRules,
    forbid(
      'domain-folders-are-in-the-table',
      { path: '^src/domain/[^/]+/', pathNot: `^src/domain/${anyOf(Object.keys(dependsOn))}/` },
      {},
      'List in .dependency-cruiser.mjs what a new part of the practice depends on.',
    ),
    forbid(
      'rules-never-reach-the-pool',
      { path: '^src/(kernel|domain)/', pathNot: tests },
      { path: '(^src/db/pool\\.ts$|node_modules/(@types/)?pg/)' },
      'A statement outside the transaction would not be bound to the organisation.',
    ),
    forbid(
      'gateways-are-handed-in',
      { path: '^src/(kernel|domain|demo)/', pathNot: tests },
      { path: '^src/gateways/', dependencyTypesNot: ['type-only'] },
      'Gateways are passed in by whoever starts the process; here only their types are imported.',
    ),
    forbid(
      'resources-are-linked-by-name',
      { path: '^src/domain/', pathNot: tests },
      { path: '\\.resource\\.ts$' },
      'Resource files import rules; nothing in the domain imports a resource file.',
    ),
    forbid(
      'only-main-imports-commands',
      { path: '^src/(?!commands/|main\\.ts)', pathNot: tests },
      { path: '^src/commands/' },
      'A command puts other parts together; what two of them need belongs to one of those parts.',
    ),
    forbid('product-never-imports-tests', { path: '^src/', pathNot: tests }, { path: '^(test|scripts|proofs|bench)/' }),
    forbid(
      'product-never-needs-dev-dependencies',
      { path: '^src/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'screens-of-the-app-are-apart',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
      'A screen of the app uses what is shared; screens never import each other.',
    ),
    forbid(
      'the-worklist-speaks-http',
      { path: '^worklist/', pathNot: tests },
      { path: '^(src|web|test|scripts|proofs|bench)/' },
      'It runs beside the devices, and knows nothing of ours but the API, by the SDK.',
    ),
    forbid(
      'only-tests-of-the-app-import-testing',
      { path: '^web/src/(?!testing/)', pathNot: tests },
      { path: '^web/src/testing/' },
    ),
    forbid('the-app-speaks-http', { path: '^web/' }, { path: '^(src|test|scripts|proofs|bench)/' }),
    forbid(
      'the-sdk-stands-alone',
      { path: '^sdk/', pathNot: tests },
      { pathNot: '^sdk/' },
      'It runs wherever fetch and WebCrypto are: no package, no module of Node, nothing of ours.',
    ),
    forbid(
      'no-secret-in-the-app',
      { path: '^(web/|sdk/(?!server\\.ts))', pathNot: tests },
      { path: '^sdk/server\\.ts$' },
      'A page cannot keep a client secret.',
    ),
    forbid(
      'no-cycles-in-the-app',
      { path: '^web/src/' },
      { circular: true },
      'Nor by types: what is needed by both goes below.',
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
