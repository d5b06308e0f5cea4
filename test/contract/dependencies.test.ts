import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { billOfMaterials, isAccepted, problemsIn, problemsInBill, readLock, readManifest } from '../../scripts/sbom.ts'

const [lock, manifest] = [readLock(), readManifest()]
const fastify = 'node_modules/fastify'
const withFastify = (changes: Record<string, unknown>) => ({
  packages: { ...lock.packages, [fastify]: { ...lock.packages[fastify], ...changes } },
})

it('every package is pinned, has a hash and an accepted licence, and runs nothing when it is installed [security-16]', () => {
  expect(problemsIn(lock, manifest)).toEqual([])
  expect(Object.keys(lock.packages).length).toBeGreaterThan(300)
})

it.each([
  [withFastify({ integrity: undefined }), manifest, 'has no hash'],
  [withFastify({ hasInstallScript: true }), manifest, 'wants to run a script'],
  [withFastify({ license: 'AGPL-3.0' }), manifest, 'is under AGPL-3.0'],
  [withFastify({ license: undefined }), manifest, 'does not say its licence'],
  [lock, { dependencies: { fastify: '^5.12.8' } }, 'has the range ^5.12.8'],
])('a package that is not is noticed, case %#', (changedLock, changedManifest, problem) => {
  expect(problemsIn(changedLock, changedManifest)).toEqual([expect.stringContaining(problem)])
})

it('reads expressions of licences', () => {
  expect(['MIT', '(MIT OR GPL-3.0)', '(MIT AND Zlib)'].map(isAccepted)).toEqual([true, true, true])
  expect(['GPL-3.0', '(MIT AND GPL-3.0)', 'UNLICENSED'].map(isAccepted)).toEqual([false, false, false])
})

it('the bill of materials has what runs in production, with versions and hashes, and no tools [security-16]', () => {
  const bill = billOfMaterials()
  const named = bill.components.map((component) => component['bom-ref'])
  expect(named).toEqual(
    expect.arrayContaining(Object.entries(manifest.dependencies!).map(([name, version]) => `${name}@${version}`)),
  )
  expect(named.filter((name) => name.startsWith('vitest@'))).toEqual([])
  expect(problemsInBill(bill)).toEqual([])
  expect(problemsInBill({ components: [{ 'bom-ref': 'x@1.0.0', version: '1.0.0' }] })).toHaveLength(1)
})

it('the workflow looks for known vulnerabilities every day', () => {
  const workflow = readFileSync('.github/workflows/audit.yml', 'utf8')
  expect(workflow).toMatch(/schedule:\n\s+- cron:/)
  expect(workflow).toContain('npm audit')
})
