import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../services/settings.ts'

/** Where images, tarballs and what they are made of are put. */
export const imagesFolder = join(checkout, '.images')

/**
 * Podman as root of a machine without systemd, which may itself be a container: no limits above those of the machine, and no
 * cgroups of systemd's. Whoever has a configuration of their own names it in CONTAINERS_CONF.
 */
const configuration = `[containers]
default_ulimits = ["nofile=10000:10000", "nproc=10000:10000"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`

const configured = (): string => {
  if (process.env['CONTAINERS_CONF']) return process.env['CONTAINERS_CONF']
  const file = join(imagesFolder, 'containers.conf')
  mkdirSync(imagesFolder, { recursive: true })
  writeFileSync(file, configuration)
  return file
}

/** The environment in which podman and podman-compose are run. */
export const containerEnvironment = () => ({ ...process.env, CONTAINERS_CONF: configured() })

/** Runs podman and answers what it printed; what it says on standard error is shown only if it fails. */
export const podman = (...args: readonly string[]): string => {
  try {
    return execFileSync('podman', args, {
      encoding: 'utf8',
      env: containerEnvironment(),
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd()
  } catch (problem) {
    const { stderr = '', code } = problem as { stderr?: string; code?: string }
    if (code === 'ENOENT')
      throw new Error('podman is missing: apt-get install --no-install-recommends podman buildah runc', {
        cause: problem,
      })
    throw new Error(`podman ${args.join(' ')} failed:\n${stderr}`, { cause: problem })
  }
}

export const hasImage = (name: string): boolean => {
  try {
    podman('image', 'exists', name)
    return true
  } catch {
    return false
  }
}

/** An image of nothing but Debian's own packages, made on this machine: no registry is asked. */
export const makeBase = (name: string, suite: string, packages: readonly string[]) => {
  const root = join(imagesFolder, `${suite}.tar`)
  mkdirSync(imagesFolder, { recursive: true })
  execFileSync('mmdebstrap', ['--variant=minbase', `--include=${packages.join(',')}`, '--quiet', suite, root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  podman('import', root, name)
  rmSync(root)
}

export type Image = {
  readonly Size: number
  readonly RootFS: { readonly Layers: readonly string[] }
  readonly Labels: Readonly<Record<string, string>>
  readonly User: string
  readonly Healthcheck?: object
}

export const imageNamed = (name: string): Image => (JSON.parse(podman('image', 'inspect', name)) as [Image])[0]

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
