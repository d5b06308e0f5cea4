import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasImage, type Image, imageNamed, imagesFolder, makeBase, megabytes, podman } from './release/containers.ts'
import { type Commit, commitOf, type Component, componentsIn, makeTree } from './release/tree.ts'

const help = `Builds the image of the commit that is checked out: localhost/fetlock:VERSION
  --base NAME          the image it is built on; docker.io/library/debian:12-slim without it
  --debian-packages    makes the base of Debian's packages instead, once; no registry is asked
  --twice              builds everything twice and fails unless every layer is the same`

const publicBase = 'docker.io/library/debian:12-slim'
const ownBase = 'localhost/fetlock-base:12'
/** What the image may add to its base. */
const maxBytes = 400e6

const build = (commit: Commit, base: string, tree: string, tag: string) => {
  podman(
    'build',
    // Other formats lose HEALTHCHECK.
    '--format=docker',
    '--no-cache',
    `--timestamp=${commit.seconds}`,
    `--build-arg=BASE=${base}`,
    `--tag=${tag}`,
    tree,
  )
  return imageNamed(tag)
}

const showBill = (components: readonly Component[]) => {
  console.log(`${components.length} components, each with its hash in /opt/fetlock/bill-of-materials.json:`)
  const names = components.map(({ name, version }) => `${name} ${version}`).toSorted()
  console.log(`  ${names.join(', ')}`)
}

const showSystem = (tag: string) => {
  const packages = podman('run', '--rm', '--network=none', '--entrypoint=dpkg-query', tag, '--show').split('\n')
  console.log(`${packages.length} Debian packages below them:`)
  console.log(`  ${packages.map((line) => line.replace('\t', ' ')).join(', ')}`)
}

const isolation = ['--network=none', '--read-only', '--read-only-tmpfs=false', '--cap-drop=all']

/** Runs as in a deployment: not as root, with nothing to write to, without capabilities or a network. */
const runIsolated = (tag: string, program: string, ...args: readonly string[]) =>
  podman('run', '--rm', ...isolation, '--security-opt=no-new-privileges', `--entrypoint=${program}`, tag, ...args)

/** What an image promises, looked at in the image itself. */
const problemsIn = (tag: string, image: Image, { id, version }: Commit): string[] => {
  const { 'org.opencontainers.image.revision': revision, 'org.opencontainers.image.version': said } = image.Labels
  const importing =
    "import('/opt/fetlock/worklist/worklist.ts').then(({ serveWorklist }) => console.log(typeof serveWorklist))"
  return [
    ...(revision === id && said === version ? [] : ['Its labels do not name the version and the commit.']),
    ...(image.Healthcheck === undefined ? ['It has no health check.'] : []),
    ...(/^10001(:|$)/.test(image.User) ? [] : [`It runs as "${image.User}".`]),
    ...(runIsolated(tag, 'id', '-u') === '10001' ? [] : ['It runs as another user than it says.']),
    ...(runIsolated(tag, 'fetlock', 'routes').includes('GET /client/') ? [] : ['Its program does not run.']),
    ...(runIsolated(tag, 'node', '-e', importing) === 'function' ? [] : ['It lacks the worklist.']),
    ...(runIsolated(tag, 'ls', '/opt/fetlock/web/dist').includes('index.html') ? [] : ['It lacks the clinic app.']),
  ]
}

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    'debian-packages': { type: 'boolean' },
    twice: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

const main = () => {
  const base = values.base ?? (values['debian-packages'] ? ownBase : publicBase)
  if (base === ownBase && !hasImage(ownBase)) makeBase(ownBase, 'bookworm', ['ca-certificates'])
  const commit = commitOf()
  const tag = `localhost/fetlock:${commit.version}`
  const tree = makeTree(commit, join(imagesFolder, 'first'))
  const image = build(commit, base, tree, tag)
  const problems = problemsIn(tag, image, commit)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const added = image.Size - imageNamed(base).Size
  showBill(componentsIn(tree))
  showSystem(tag)
  console.log(`${tag} of commit ${commit.id} adds ${megabytes(added)} to ${base}`)
  if (added > maxBytes) throw new Error(`That is more than ${megabytes(maxBytes)}.`)
  if (!values.twice) return
  const again = build(commit, base, makeTree(commit, join(imagesFolder, 'second')), `${tag}-again`)
  const [layers, layersAgain] = [image.RootFS.Layers, again.RootFS.Layers]
  const different = layers.filter((layer, at) => layer !== layersAgain[at])
  if (different.length > 0 || layers.length !== layersAgain.length)
    throw new Error(`Built again, ${different.length} of ${layers.length} layers are others: ${different.join(', ')}`)
  podman('rmi', `${tag}-again`)
  console.log(`Built again, all ${layers.length} layers are the same`)
}

if (values.help) console.log(help)
else {
  try {
    main()
  } catch (problem) {
    console.error((problem as Error).message)
    process.exitCode = 1
  }
}
