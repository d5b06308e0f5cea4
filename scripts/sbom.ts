import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './services/settings.ts'

type Package = {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  /** Only tools need it. */
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly hasInstallScript?: boolean
}
export type Lock = { readonly packages: Readonly<Record<string, Package>> }
export type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
export type Bill = {
  readonly components: readonly {
    /** The name and the version: `fastify@5.12.8`. */
    readonly 'bom-ref': string
    readonly version: string
    readonly hashes?: readonly unknown[]
    readonly properties?: readonly { readonly name: string; readonly value: string }[]
  }[]
}

/** What may be delivered with a program under Apache-2.0, or used to build it. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages whose licence is in a file of theirs and not in their description, looked at by hand. */
const lookedAt: Readonly<Record<string, string>> = { memorystream: 'MIT', 'png-js': 'MIT' }

/** Whether one of the alternatives of an SPDX expression consists of accepted licences only. */
export const isAccepted = (expression: string) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((all) => all.split(' AND ').every((licence) => licences.has(licence.trim())))

/** An exact version, perhaps under another name: `npm:typescript@7.0.2`. */
const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** What is wrong with the dependencies, by the two files that name them. */
export const problemsIn = (lock: Lock, { dependencies = {}, devDependencies = {} }: Manifest): string[] => {
  const isInstalled = ([path]: readonly [string, Package]) => path.includes('node_modules/')
  const entries = Object.entries(lock.packages)
  // Besides this package, the parts of it that are packages themselves.
  const own = entries.filter((entry) => entry[0] !== '' && !isInstalled(entry)).map(([, part]) => part)
  const wanted = [{ dependencies, devDependencies }, ...own].flatMap((part) =>
    Object.entries({ ...part.dependencies, ...part.devDependencies }),
  )
  const ranges = wanted
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => `${name} has the range ${version} in package.json; give an exact version.`)
  const packages = entries.filter((entry) => isInstalled(entry) && !entry[1].link)
  const locked = packages.flatMap(([path, { version = '', integrity, license, hasInstallScript }]) => {
    const name = `${nameOf(path)}@${version}`
    const licence = license ?? lookedAt[nameOf(path)]
    return [
      ...(integrity === undefined ? [`${name} has no hash in package-lock.json.`] : []),
      ...(hasInstallScript ? [`${name} wants to run a script when it is installed.`] : []),
      ...(licence === undefined
        ? [`${name} does not say its licence. Look it up and add it to lookedAt in scripts/sbom.ts.`]
        : isAccepted(licence)
          ? []
          : [`${name} is under ${licence}, which is not in the list of scripts/sbom.ts.`]),
    ]
  })
  return [...ranges, ...locked]
}

/** Packages that only tools need, by name and version. */
const toolsIn = ({ packages }: Lock) => {
  const entries = Object.entries(packages).map(([path, { version, dev }]) => ({
    ref: `${nameOf(path)}@${version}`,
    dev,
  }))
  const inProduction = new Set(entries.filter(({ dev }) => dev !== true).map(({ ref }) => ref))
  return new Set(entries.map(({ ref }) => ref).filter((ref) => !inProduction.has(ref)))
}

/**
 * The software bill of materials of what runs in production, as CycloneDX. Tools are left out here and not by npm, which with
 * `--omit dev` also omits what a tool asks for besides us, such as pg.
 */
export const billOfMaterials = (): Bill => {
  const whole = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: checkout,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }),
  ) as Bill
  const tools = toolsIn(readLock())
  return { ...whole, components: whole.components.filter((component) => !tools.has(component['bom-ref'])) }
}

/** What the bill says too little of. */
export const problemsInBill = ({ components }: Bill): string[] =>
  components
    .filter(({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:private'))
    .filter(({ version, hashes = [] }) => version === '' || hashes.length === 0)
    .map((component) => `${component['bom-ref']} has no version or no hash.`)

const readJson = <T>(file: string) => JSON.parse(readFileSync(join(checkout, file), 'utf8')) as T
export const readLock = () => readJson<Lock>('package-lock.json')
export const readManifest = () => readJson<Manifest>('package.json')

if (import.meta.main) {
  const bill = billOfMaterials()
  const problems = [...problemsIn(readLock(), readManifest()), ...problemsInBill(bill)]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else if (process.argv.includes('--check')) console.log(`${bill.components.length} packages, all pinned and licensed`)
  else console.log(JSON.stringify(bill, null, 2))
}
