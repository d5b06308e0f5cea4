import type { AnyCommand, Option } from './command.ts'

const everyCommand: readonly (readonly [string, string])[] = [
  ['--json', 'print one JSON object instead of text; errors are JSON on standard error'],
  ['--help', 'show this help'],
]

const inColumns = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

const widest = 96
/** Breaks a text between its words; further lines are indented. */
const wrap = (words: readonly string[], indent = '') => {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < widest) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(line === undefined ? word : `${indent}${word}`)
  }
  return lines.join('\n')
}

const flagOf = (name: string, option: Option) => (option.type === 'boolean' ? `--${name}` : `--${name} ${option.value}`)

const usageOf = ({ words, options }: AnyCommand) => {
  const flags = Object.entries(options).map(([name, option]) => {
    const flag = flagOf(name, option)
    if (option.type === 'string' && option.required) return flag
    return option.type === 'string' && option.multiple ? `[${flag} …]` : `[${flag}]`
  })
  return wrap([`Usage: fetlock ${words}`, ...flags], '  ')
}

const describeOption = (option: Option) => {
  if (option.type === 'boolean') return option.description
  const notes = [option.required ? 'required' : '', option.multiple ? 'may be repeated' : ''].filter(Boolean)
  return notes.length > 0 ? `${option.description} (${notes.join(', ')})` : option.description
}

/** The help of one command. */
export const helpOf = (command: AnyCommand) => {
  const own = Object.entries(command.options).map(
    ([name, option]) => [flagOf(name, option), describeOption(option)] as const,
  )
  return `${command.summary}.

${usageOf(command)}

${wrap(command.about.split(' '))}

Options:
${inColumns([...own, ...(command.isLongRunning ? everyCommand.slice(1) : everyCommand)])}

Example:
  ${command.example.replaceAll('\n', '\n  ')}

${wrap(`Prints: ${command.prints}`.split(' '))}
`
}

/** A list of commands with their summaries. */
export const listOf = (commands: readonly AnyCommand[]) =>
  inColumns(commands.map(({ words, summary }) => [words, summary]))

export const overview = (commands: readonly AnyCommand[]) => `Fetlock: practice management for veterinary clinics.

Usage: fetlock COMMAND [OPTIONS]

${listOf(commands)}

fetlock COMMAND --help shows the options of a command, fetlock --version the version. Settings come from the environment:
docs/operating/configuration.md lists them.
`
