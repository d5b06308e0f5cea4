import { describe, expect, test } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { isDryRun } from './request-headers.ts'

const { caller } = await useClinic()

describe('a Prefer header', () => {
  test.each(['dry-run', 'DRY-RUN', 'respond-async, dry-run', 'dry-run; note=1', 'wait=10,dry-run'])(
    'asks for a dry run with %s',
    (prefer) => expect(isDryRun(prefer)).toBe(true),
  )

  test.each(['', 'respond-async', 'x-dry-run', 'dry-running', 'dry-run-not', 'wait=10'])(
    'is ignored with %j',
    (prefer) => expect(isDryRun(prefer)).toBe(false),
  )

  test.each([
    ['dryrun', 'dryrun'],
    ['dryRun', 'dryRun'],
    ['dry_run', 'dry_run'],
    ['dry run', 'dry run'],
    ['dry-runs', 'dry-runs'],
    ['DRY_RUN; note=1', 'DRY_RUN'],
    ['dry-run=true', 'dry-run=true'],
    ['Dry-Run=false', 'Dry-Run=false'],
    ['dry-run = 1', 'dry-run = 1'],
    ['dry-run, dryrun', 'dryrun'],
    ['respond-async, dry_run', 'dry_run'],
    ['return=minimal; dry-run', 'dry-run'],
  ])('is refused with %s, and nothing is written', async (prefer, misspelled) => {
    const detail = `The preference "${misspelled}" is not known. For a dry run send "Prefer: dry-run".`
    const before = (await caller.get('/client/')).body.count
    const { status, body } = await caller.post('/client/', { lastname: 'A' }, { headers: { prefer } })
    expect([status, body]).toEqual([400, { non_field_errors: [detail] }])
    expect((await caller.get('/client/')).body.count).toBe(before)
  })
})
