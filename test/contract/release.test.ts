import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { notesFor, sectionOf } from '../../scripts/release/notes.ts'
import { versionOf } from '../../src/commands/version.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const json = (path: string) => JSON.parse(read(path)) as { readonly [name: string]: unknown }
const { version } = json('package.json') as { readonly version: string }

describe('a release has one version', () => {
  it.each(['package.json', 'sdk/package.json', 'web/package.json', 'worklist/package.json'])('in %s', (path) => {
    expect(json(path)['version']).toBe(version)
  })

  it('in the lock file, and where one package of ours asks for another', () => {
    const { packages } = json('package-lock.json') as { packages: Record<string, { version?: string }> }
    expect(['', 'sdk', 'web', 'worklist'].map((path) => packages[path]?.version)).toEqual(Array(4).fill(version))
    const { dependencies } = json('worklist/package.json') as { dependencies: Record<string, string> }
    expect(dependencies['@fetlock/sdk']).toBe(version)
  })

  it('in the program, and in what is typed to install it', () => {
    expect(versionOf().version).toBe(version)
    const named = [...read('docs/operating/installing.md').matchAll(/fetlock[-:](\d+\.\d+\.\d+)/g)].map(
      ([, one]) => one,
    )
    expect(named.length).toBeGreaterThan(3)
    expect(new Set(named)).toEqual(new Set([version]))
  })

  it('with a dated section in the changelog', () => {
    expect(new Date(sectionOf(read('CHANGELOG.md'), version).date).getTime()).not.toBeNaN()
  })
})

describe('the notes of a release', () => {
  const changelog = `# Changelog

## Unreleased

### Added

- what comes next

## 1.20.3 (2026-11-19)

The words at its top.

### Changed for integrations

- a field

### Changed for operators

- a setting

### Fixed

- a fault

## 1.20.2 (2026-10-01)

### Fixed

- an old fault
`

  it('for integrators have what is theirs first, and nothing of other readers or versions', () => {
    expect(notesFor('integrators', changelog, '1.20.3')).toBe(
      '# Fetlock 1.20.3 for integrators\n\nReleased on 2026-11-19. The words at its top.\n\n' +
        '## Changed for integrations\n\n- a field\n\n## Fixed\n\n- a fault\n',
    )
  })

  it('for operators likewise', () => {
    expect(notesFor('operators', changelog, '1.20.3')).toBe(
      '# Fetlock 1.20.3 for operators\n\nReleased on 2026-11-19. The words at its top.\n\n' +
        '## Changed for operators\n\n- a setting\n\n## Fixed\n\n- a fault\n',
    )
  })

  it.each(['1.20.4', '1x20.3', '1.20'])('are refused for %s, which the changelog does not have', (missing) => {
    expect(() => notesFor('operators', changelog, missing)).toThrow('has no section')
  })
})
