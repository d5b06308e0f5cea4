import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingNames } from '../../src/app/config.ts'
import { isSecret } from '../../src/commands/setup/settings-folder.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const { version } = JSON.parse(read('package.json')) as { readonly version: string }
const compose = read('deploy/single/compose.yaml')
const prepare = read('deploy/single/prepare.sh')
const units = globSync('deploy/systemd/*.service').toSorted()
/** Those that run the program; the others run the backups, which know none of its settings. */
const ofProgram = units.filter((unit) => !unit.includes('backup'))
const timers = globSync('deploy/systemd/*.timer').toSorted()

/** What a pattern finds, each once and in order. */
const found = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, one]) => one!))].toSorted()

describe('deploy/single', () => {
  it('starts the images of this version', () => {
    const tags = found(compose, /localhost\/fetlock(?:-postgres)?:([\w.-]+)\}/g)
    expect(tags).toEqual([version])
  })

  it('has everything started again after a reboot, by podman too, which does that for this policy alone', () => {
    expect(found(compose, /^ +restart: (.*)$/gm)).toEqual(['always', 'on-failure'])
    expect(compose).toMatch(/\n {2}operator:\n {4}<<: \*fetlock\n {4}restart: on-failure\n/)
  })

  it('publishes the ports of the proxy and no others', () => {
    expect(found(compose, /^ +ports: (.*)$/gm)).toEqual(["['80:80', '443:443']"])
  })

  it('gives api, worker and operator settings that there are', () => {
    const [, settings = ''] = /x-settings: [^\n]*\n([^]*?)\n\n/.exec(compose) ?? []
    const given = [...found(settings, /^ +(FETLOCK_\w+):/gm), ...found(compose, /^ +(FETLOCK_\w+_FILE):/gm)]
    const unknown = given.filter((name) => !settingNames.includes(name.replace(/_FILE$/, '')))
    expect(given.length).toBeGreaterThan(8)
    expect(unknown).toEqual([])
  })

  it('leaves setup nothing to ask for and nothing to write, because containers can write nowhere', () => {
    const block = (pattern: RegExp) => pattern.exec(compose)?.[1] ?? ''
    const given = found(
      block(/x-settings: [^\n]*\n([^]*?)\n\n/) + block(/\n {2}operator:\n([^]*?)\n\n/),
      /^ +(FETLOCK_\w+?)(?:_FILE)?:/gm,
    )
    const kept = [...read('src/commands/setup/settings.ts').matchAll(/'(FETLOCK_\w+)'/g)].map(([, name]) => name!)
    expect(kept).toContain('FETLOCK_TRUSTED_PROXIES')
    expect(kept.filter((name) => !given.includes(name))).toEqual([])
  })

  it('has every secret that it names made by prepare.sh', () => {
    const named = found(compose, /file: \.\/secrets\/(\w+)/g)
    const made = [
      ...found(prepare, /^ *(?:smtp:\/\/\* \| smtps:\/\/\*\) )?keep (\w+) /gm),
      'app_password',
      'owner_password',
      'worker_password',
    ]
    expect(made.toSorted()).toEqual(named)
    expect(found(compose, /\/run\/secrets\/(\w+)/g).filter((name) => !named.includes(name))).toEqual([])
  })
})

/** Runs upgrade.sh with a Docker that says what it is told to, and answers what it was asked to do. */
const upgradeWith = (answers: { readonly check: string; readonly migrate: string }) => {
  const folder = mkdtempSync(join(tmpdir(), 'fetlock-upgrade-'))
  try {
    const [programs, before, after] = ['bin', 'before', 'after'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    for (const made of [programs, join(before, 'secrets'), after]) mkdirSync(made, { recursive: true })
    writeFileSync(join(before, '.env'), 'FETLOCK_HOST=clinic.example\n')
    copyFileSync('deploy/single/upgrade.sh', join(after, 'upgrade.sh'))
    copyFileSync('deploy/roles.sql', join(folder, 'roles.sql'))
    const script = `#!/bin/sh
echo "$*" >>'${folder}/asked'
case "$*" in
  *'operator upgrade'*) echo '${answers.check}' ;;
  *'operator migrate'*) echo '${answers.migrate}' ;;
  *'operator doctor'*) echo 'All is well.' ;;
  ps*) echo 1 ;;
  inspect*) echo healthy ;;
esac
`
    writeFileSync(join(programs, 'docker'), script, { mode: 0o755 })
    const env = { ...process.env, PATH: `${programs}:${process.env['PATH']}` }
    const { status, stderr } = spawnSync('sh', [join(after, 'upgrade.sh'), before], { env, encoding: 'utf8' })
    const asked = read(join(folder, 'asked')).split('\n')
    const done = asked.filter((words) => /^compose (?:exec|run .* migrate)/.test(words))
    return {
      status,
      stderr,
      database: done.map((words) => (words.includes('psql') ? 'roles' : 'migrations')),
      replaced: asked.filter((words) => /^compose (up|stop)/.test(words)),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('deploy/single/upgrade.sh', () => {
  const check = 'All is well.'

  it('replaces the worker and then the rest, once the database is migrated', () => {
    const { status, replaced, database } = upgradeWith({ check, migrate: 'The database is up to date.' })
    expect([status, database]).toEqual([0, ['roles', 'migrations']])
    expect(replaced).toEqual(['compose up --detach --no-deps worker', 'compose up --detach'])
  })

  it('replaces nothing while the database cannot be migrated, and says what is stopped', () => {
    const failed = 'The migration 0370 could not get its lock within ten seconds.'
    const first = upgradeWith({ check, migrate: failed })
    expect([first.status, first.replaced]).toEqual([1, []])
    expect(first.stderr).toContain('The version before runs on.')
    const second = upgradeWith({ check: `warning  stop  0370 needs a stop.\n${check}`, migrate: failed })
    expect([second.status, second.replaced]).toEqual([1, ['compose stop api worker']])
    expect(second.stderr).toContain('docker compose start api worker')
  })
})

describe('docs/operating/installing.md', () => {
  const page = read('docs/operating/installing.md')

  it('names the file to build of, which Docker would look for under another name', () => {
    const builds = [...page.matchAll(/^docker build (.*)$/gm)].map(([, options]) => options)
    expect(builds).toEqual([`--file Containerfile --tag localhost/fetlock:${version} .`])
  })
})

describe('a unit of systemd', () => {
  it.each(ofProgram)('%s reads secrets of settings that there are, each under its name', (unit) => {
    const credentials = [...read(unit).matchAll(/^LoadCredential=(\w+):\/etc\/fetlock\/secrets\/(\w+)$/gm)]
    expect(credentials.length).toBeGreaterThan(0)
    for (const [, name = '', file] of credentials) expect([file, settingNames.includes(name)]).toEqual([name, true])
    // Those of settings.env name files that the unit cannot see.
    expect(found(read(unit), /(FETLOCK_\w+)_FILE/g)).toEqual(settingNames.filter(isSecret).toSorted())
  })

  it('needs no secret that setup does not make, but one that may be there', () => {
    const needed = (unit: string) => {
      const text = read(unit)
      const optional = found(text, /^SetCredential=(\w+):\\n$/gm)
      return found(text, /^LoadCredential=(\w+):/gm).filter((name) => !optional.includes(name))
    }
    const wanted = found(read('src/commands/setup/settings.ts'), /'(FETLOCK_\w+)'/g)
    const made = [...wanted, 'FETLOCK_OWNER_DATABASE_URL', 'FETLOCK_DATABASE_URL', 'FETLOCK_WORKER_DATABASE_URL']
    expect(ofProgram.flatMap(needed).filter((name) => !made.includes(name))).toEqual([])
  })

  it('is started again when it fails, the one that migrates too', () => {
    expect(ofProgram.map((unit) => found(read(unit), /^Restart=(.*)$/gm).join())).toEqual([
      'always',
      'on-failure',
      'always',
    ])
  })

  it.each([...ofProgram, ...timers])('%s is understood by systemd', (unit) => {
    const folder = mkdtempSync(join(tmpdir(), 'fetlock-unit-'))
    try {
      // The programs are not installed here. A timer brings the unit that it starts.
      for (const file of [...units, ...timers])
        writeFileSync(
          join(folder, basename(file)),
          read(file).replaceAll(/\/opt\/fetlock\/bin\/fetlock|\/usr\/local\/sbin\/fetlock-backup/g, '/bin/true'),
        )
      const copies = [
        join(folder, basename(unit)),
        ...found(read(unit), /^Unit=(.*)$/gm).map((one) => join(folder, one)),
      ]
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' })
      expect([status, stderr.split('\n').filter((line) => line.includes(folder))]).toEqual([0, []])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.each(units)('%s exposes little', (unit) => {
    const judged = execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', `./${unit}`], {
      encoding: 'utf8',
    })
    expect(Number(/exposure level for [^:]+: ([\d.]+)/.exec(judged)?.[1])).toBeLessThanOrEqual(2)
  })
})

describe('backups', () => {
  const page = read('docs/operating/backup.md')
  const words = timers.flatMap((timer) => found(read(timer), /^Unit=fetlock-backup@(\w+)\.service$/gm))

  it('are made by the commands of docs/operating/backup.md, by timers and by containers alike', () => {
    expect(words).toEqual(['diff', 'files', 'full', 'trial'])
    expect(read('deploy/systemd/fetlock-backup@.service')).toContain('\nExecStart=/usr/local/sbin/fetlock-backup %i\n')
    const printed = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands]) => commands!).join('')
    expect(found(printed, /^runuser -u postgres -- fetlock-backup (\w+)$/gm)).toEqual(words)
    expect(found(read('deploy/single/postgres/entrypoint.sh'), /\brun (\w+)(?=[;\n])/g)).toEqual(words)
    for (const timer of timers) expect(page).toContain(basename(timer))
  })

  it('are kept for as long as the pages say', () => {
    const days = Number(/^days=\$\{FETLOCK_BACKUP_DAYS:-(\d+)\}$/m.exec(read('deploy/backup/fetlock-backup'))?.[1])
    expect(page).toContain(`the last **${days} days** can be restored`)
    for (const path of ['docs/operating/backup.md', 'docs/erasure.md'])
      expect(
        found(read(path), /\b(\d+)\*{0,2} days/g).filter((said) => ![days, days + 7].includes(Number(said))),
      ).toEqual(path === 'docs/erasure.md' ? ['30'] : [])
  })

  it('leave the shared memory of the server alone, whose account they have', () => {
    expect(read('deploy/systemd/fetlock-backup@.service')).toMatch(/^User=postgres$/m)
    expect(read('deploy/systemd/fetlock-backup@.service')).not.toMatch(/^RemoveIPC=/m)
  })
})

describe('.ci/run', () => {
  it('installs what CONTRIBUTING.md names for deploy/single', () => {
    const [, named = ''] = /starts `deploy\/single`.*?; needs `([^`]+)`/.exec(read('CONTRIBUTING.md')) ?? []
    const installed = found(read('.ci/run'), /packages\+?=\(([^)]*)\)/g)
      .join(' ')
      .split(/\s+/)
    expect(named.split(' ')).toContain('podman-compose')
    expect(named.split(' ').filter((name) => !installed.includes(name))).toEqual([])
  })
})
