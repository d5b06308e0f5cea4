import { config } from '../app/config.ts'
import { defineCommand, UsageError } from './command.ts'
import { reportOf, verdict } from './doctor.ts'

export const upgradeCommand = defineCommand({
  words: 'upgrade',
  summary: 'Look at what an upgrade of the database to this version would meet',
  about:
    'Run it with the new version, while api and worker of the one before run: which migrations would be applied, what each ' +
    'would lock on this database and for how long, whether the disk has room, which transactions would hold them up, and ' +
    'whether backups are made. It changes nothing and connects with FETLOCK_OWNER_DATABASE_URL. Exit code 1 means: not yet.',
  options: {
    check: { type: 'boolean', description: 'only look, which is all that this command does' },
    disk: {
      type: 'string',
      value: 'PATH',
      multiple: true,
      description: 'the folder of the database, whose disk must have room for what is written anew',
    },
  },
  example: 'fetlock upgrade --check --disk /var/lib/postgresql',
  prints: 'a line for each finding, with what to do below each that is not well.',
  run: async ({ check, disk }) => {
    if (!check)
      throw new UsageError(
        'Say "fetlock upgrade --check". What upgrades is described in docs/upgrading.md, step by step.',
      )
    const { lookAhead } = await import('./upgrade/look-ahead.ts')
    const findings = await lookAhead(config.ownerDatabase(), disk)
    const isWrong = findings.some(({ state }) => state === 'bad')
    return {
      json: { ready: !isWrong, findings },
      text: `${reportOf(findings)}\n${verdict(findings)}`,
      ...(isWrong ? { exitCode: 1 } : {}),
    }
  },
})
