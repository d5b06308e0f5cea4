import { defineCommand, Failure, UsageError, table } from './command.ts'
import { organisationOption, withinOrganisation } from './organisation-scope.ts'

const largestOffset = 3650 * 86_400

const secondsOf = (typed: string): number => {
  const [, sign = '', count = '', unit = ''] = /^([+-]?)(\d{1,6})([smhd])$/.exec(typed) ?? []
  const lengths: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
  const length = lengths[unit]
  if (length === undefined)
    throw new UsageError('--offset takes a number and a unit: 90s, 30m, 12h or 40d, with a minus sign for the past.')
  const seconds = Number(`${sign}${count}`) * length
  if (Math.abs(seconds) > largestOffset) throw new UsageError('--offset must be at most 3650 days ahead or back.')
  return seconds
}

export const organisationClock = defineCommand({
  words: 'organisation clock',
  summary: 'Set the clock of a sandbox organisation ahead or back',
  about:
    'Business dates and scheduled work follow the organisation’s clock, so that a month end can be tested today. ' +
    '`modified`, tokens and rate windows never follow it. The organisation becomes a sandbox permanently.',
  options: {
    ...organisationOption,
    offset: {
      type: 'string',
      value: 'TIME',
      required: true,
      description: 'how far ahead, for example 40d or --offset=-12h',
    },
    sandbox: { type: 'boolean', description: 'make the organisation a sandbox, which cannot be undone' },
  },
  example: 'fetlock organisation clock --organisation 2 --offset 40d --sandbox',
  prints: 'the time of the organisation’s clock.',
  run: async ({ organisation, offset, sandbox }) => {
    const seconds = secondsOf(offset)
    return withinOrganisation(organisation, async (tx, clinic) => {
      const { sandbox: isSandbox } = await tx.selectFrom('organisation').select('sandbox').executeTakeFirstOrThrow()
      if (!isSandbox && !sandbox)
        throw new Failure(
          `${clinic.name} is not a sandbox. Add --sandbox to make it one, if no real clinic works in it.`,
        )
      await tx.updateTable('organisation').set({ sandbox: true, clock_offset: seconds }).execute()
      const now = new Date(Date.now() + seconds * 1000).toISOString()
      return {
        json: { organisation: clinic.id, clock_offset: seconds, now },
        text: table([
          ['Organisation', `${clinic.id} (${clinic.name}), a sandbox`],
          ['Its clock', now],
        ]),
      }
    })
  },
})
