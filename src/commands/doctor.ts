import { defineCommand } from './command.ts'
import type { Finding } from './doctor/finding.ts'

const marks = { good: 'ok', warning: 'warning', bad: 'WRONG', skipped: 'skipped' } as const
const colours = { good: 32, warning: 33, bad: 31, skipped: 90 } as const

const markOf = (state: Finding['state'], width: number) => {
  const mark = marks[state].padEnd(width)
  const isColoured = process.stdout.isTTY && !process.env['NO_COLOR']
  return isColoured ? `\u001B[${colours[state]}m${mark}\u001B[0m` : mark
}

/** A line for each finding, with what to do below it. */
export const reportOf = (findings: readonly Finding[]): string => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const markWidth = Math.max(...findings.map(({ state }) => marks[state].length))
  return findings
    .flatMap(({ check, state, found, remedy }) => [
      `${markOf(state, markWidth)}  ${check.padEnd(width)}  ${found}`,
      ...(remedy === undefined ? [] : [`${' '.repeat(markWidth + width + 4)}${remedy}`]),
    ])
    .join('\n')
}

export const verdict = (findings: readonly Finding[]) => {
  const wrong = findings.filter(({ state }) => state === 'bad').length
  if (wrong > 0) return `${wrong === 1 ? '1 thing is' : `${wrong} things are`} wrong.`
  return findings.some(({ state }) => state === 'warning') ? 'Nothing is wrong; see the warnings.' : 'All is well.'
}

export const doctorCommand = defineCommand({
  words: 'doctor',
  summary: 'Look at everything that a deployment needs, and say what to do about what is wrong',
  about:
    'Run it where the settings of api and worker are, while both run. It changes nothing but one small file in the object store, ' +
    'which it deletes again, and sends no mail. Without FETLOCK_OWNER_DATABASE_URL keys, second factors and demo passwords ' +
    'are not looked at. Exit code 1 means that something is wrong.',
  options: {
    disk: {
      type: 'string',
      value: 'PATH',
      multiple: true,
      description: 'a folder whose disk must have space, such as that of the database',
    },
    installing: {
      type: 'boolean',
      description: 'before api and worker have started: leaves out what needs them',
    },
  },
  example: 'fetlock doctor --disk /var/lib/postgresql',
  prints: 'a line for each check, with what to do below each that is not well.',
  run: async ({ disk, installing }, progress) => {
    // Imported here because the client of the object store would slow down every other command.
    const { examine } = await import('./doctor/doctor.ts')
    const findings = await examine({
      moment: installing ? 'installing' : 'running',
      disks: disk,
      onStep: progress.step,
    })
    const isWrong = findings.some(({ state }) => state === 'bad')
    return {
      json: { healthy: !isWrong, findings },
      text: `${reportOf(findings)}\n${verdict(findings)}`,
      ...(isWrong ? { exitCode: 1 } : {}),
    }
  },
})
