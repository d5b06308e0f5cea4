import { parseArgs } from 'node:util'
import { UsageError, type AnyCommand } from './command.ts'
import { apiCommand } from './api.ts'
import { applicationCreate } from './application.ts'
import { auditDropBefore } from './audit-drop.ts'
import { auditVerify } from './audit.ts'
import { organisationClock } from './clock.ts'
import { customFieldCreate, customFieldSet } from './custom-field.ts'
import { departmentCreate } from './department.ts'
import { doctorCommand } from './doctor.ts'
import { openapiCommand, routesCommand } from './describe.ts'
import { unknownSettings, settingNames } from '../app/config.ts'
import { erasuresApply } from './erasures.ts'
import { exitCodeOf, messageOf, withOptionNames } from './failures.ts'
import { helpOf, listOf, overview } from './help.ts'
import { importCommand } from './import.ts'
import { legacyKeyCreate, legacyKeyRevoke } from './legacy-key.ts'
import { migrateCommand } from './migrate.ts'
import { nearest } from './nearest.ts'
import { organisationCreate } from './organisation.ts'
import { organisationList } from './organisation-list.ts'
import { organisationUsage } from './organisation-usage.ts'
import { progressOn, silent, type Stream } from './progress.ts'
import { resealCommand } from './reseal.ts'
import { restoredCommand } from './restored.ts'
import { revokeAllCommand } from './revoke-all.ts'
import { sandboxCreate } from './sandbox.ts'
import { sandboxDelete } from './sandbox-delete.ts'
import { seedCommand } from './seed.ts'
import { setupCommand } from './setup.ts'
import { userResetFactors } from './reset-factors.ts'
import { upgradeCommand } from './upgrade.ts'
import { userCreate } from './user.ts'
import { userDeactivate, userList } from './user-list.ts'
import { versionOf } from './version.ts'
import { wholesalerMarkShared } from './wholesaler.ts'
import { workerCommand } from './worker.ts'
import { worklistCommand } from './worklist.ts'

export const commands: readonly AnyCommand[] = [
  setupCommand,
  migrateCommand,
  apiCommand,
  workerCommand,
  worklistCommand,
  doctorCommand,
  upgradeCommand,
  seedCommand,
  organisationCreate,
  organisationList,
  organisationUsage,
  organisationClock,
  sandboxCreate,
  sandboxDelete,
  departmentCreate,
  userCreate,
  userList,
  userDeactivate,
  userResetFactors,
  applicationCreate,
  legacyKeyCreate,
  legacyKeyRevoke,
  customFieldCreate,
  customFieldSet,
  wholesalerMarkShared,
  importCommand,
  auditVerify,
  auditDropBefore,
  resealCommand,
  revokeAllCommand,
  restoredCommand,
  erasuresApply,
  openapiCommand,
  routesCommand,
]

export type Streams = { readonly stdout: Stream; readonly stderr: Stream }

const asWord = /^[^-]/
const wordsIn = (args: readonly string[]) => {
  const end = args.findIndex((arg) => !asWord.test(arg))
  return end < 0 ? args : args.slice(0, end)
}

const unknownCommand = (typed: string): UsageError => {
  const near = nearest(
    typed,
    commands.map(({ words }) => words),
  )
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  return new UsageError(`There is no command "${typed}".${hint}`, listOf(commands))
}

/** The command that a command line begins with; the rest are its options. */
const findCommand = (words: readonly string[]): AnyCommand => {
  const found = commands.find((command) => command.words === words.slice(0, command.words.split(' ').length).join(' '))
  if (found !== undefined) return found
  const started = commands.filter((command) => command.words.startsWith(`${words[0]} `))
  if (words.length === 1 && started.length > 0)
    throw new UsageError(`"${words[0]}" is not a complete command.`, listOf(started))
  throw unknownCommand(words.slice(0, 2).join(' '))
}

const commonOptions = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const

const usageErrorOf = (problem: Error & { code?: string }, { words, options }: AnyCommand): UsageError => {
  const [, flag = ''] = /'(--?[^' =]+)/.exec(problem.message) ?? []
  const more = `fetlock ${words} --help lists its options.`
  if (problem.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return problem.message.includes('does not take')
      ? new UsageError(`${flag} takes no value. ${more}`)
      : new UsageError(`${flag} needs a value; one that begins with a dash is written ${flag}=-value. ${more}`)
  if (problem.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = nearest(
      flag,
      [...Object.keys(options), ...Object.keys(commonOptions)].map((name) => `--${name}`),
    )
    return new UsageError(`There is no option ${flag}.${near === undefined ? '' : ` Did you mean ${near}?`} ${more}`)
  }
  const [, word = ''] = /'([^']*)'/.exec(problem.message) ?? []
  return new UsageError(`"${word}" is not an option; a value with spaces needs quotation marks. ${more}`)
}

const readOptions = (command: AnyCommand, args: readonly string[]) => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...command.options, ...commonOptions },
      allowPositionals: false,
    })
    return values as Readonly<Record<string, string | boolean | string[] | undefined>>
  } catch (problem) {
    throw usageErrorOf(problem as Error, command)
  }
}

/**
 * Options as `run` of the command takes them: flags are false and lists empty unless given. The options that are read here
 * are those that `run` is declared with, which no type says.
 */
const withDefaults = (
  { words, options }: AnyCommand,
  given: Readonly<Record<string, string | boolean | string[] | undefined>>,
) => {
  const missing = Object.entries(options).flatMap(([name, option]) =>
    option.type === 'string' && option.required && given[name] === undefined ? [`--${name} ${option.value}`] : [],
  )
  if (missing.length > 0)
    throw new UsageError(`Missing: ${missing.join(', ')}. fetlock ${words} --help shows an example.`)
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const none = option.type === 'boolean' ? false : option.multiple ? [] : undefined
      return [name, given[name] ?? none]
    }),
  ) as never
}

const warnOfUnknownSettings = (stderr: Stream) => {
  for (const name of unknownSettings()) {
    const near = nearest(name, settingNames)
    stderr.write(
      `${name} is not a setting and is ignored.${near === undefined ? '' : ` Did you mean ${near}?`} ` +
        'docs/operating/configuration.md lists every setting.\n',
    )
  }
}

const execute = async (args: readonly string[], { stdout, stderr }: Streams): Promise<number> => {
  const words = wordsIn(args)
  if (words.length === 0 && args.includes('--version')) {
    const version = versionOf()
    stdout.write(args.includes('--json') ? `${JSON.stringify(version)}\n` : `fetlock ${version.version}\n`)
    return 0
  }
  if (words.length === 0 || words[0] === 'help') {
    const asked = words.slice(1)
    if (words.length === 0 && args.length > 0 && !args.includes('--help') && !args.includes('-h'))
      throw new UsageError('Put a command before its options.', listOf(commands))
    stdout.write(asked.length > 0 ? helpOf(findCommand(asked)) : overview(commands))
    return 0
  }
  if (args.includes('--help') || args.includes('-h')) {
    const started = commands.filter((command) => `${command.words} `.startsWith(`${words.join(' ')} `))
    stdout.write(started.length > 1 ? `${listOf(started)}\n` : helpOf(findCommand(words)))
    return 0
  }
  const command = findCommand(words)
  warnOfUnknownSettings(stderr)
  const given = readOptions(command, args.slice(command.words.split(' ').length))
  const progress = given.json ? silent : progressOn(stderr)
  try {
    const outcome = await command.run(withDefaults(command, given), progress)
    progress.end()
    if (outcome !== undefined) stdout.write(`${given.json ? JSON.stringify(outcome.json) : outcome.text}\n`)
    return outcome?.exitCode ?? 0
  } catch (problem) {
    throw problem instanceof UsageError ? problem : withOptionNames(problem, command)
  } finally {
    progress.end()
  }
}

/** Runs one command line and returns its exit code. */
export const runProgram = async (args: readonly string[], streams: Streams = process): Promise<number> => {
  try {
    return await execute(args, streams)
  } catch (problem) {
    const sentence = messageOf(problem)
    const choices = problem instanceof UsageError && problem.choices !== '' ? `\n${problem.choices}\n` : ''
    streams.stderr.write(
      args.includes('--json') ? `${JSON.stringify({ error: sentence })}\n` : `${sentence}\n${choices}`,
    )
    return exitCodeOf(problem)
  }
}
