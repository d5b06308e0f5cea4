import type { Progress } from './progress.ts'

/** One option of a command. A text option takes a value, shown in help under the name `value`. */
export type Option =
  | { readonly type: 'boolean'; readonly description: string }
  | {
      readonly type: 'string'
      readonly description: string
      readonly value: string
      readonly required?: true
      readonly multiple?: true
    }
export type Options = Readonly<Record<string, Option>>

type Given<O> = O extends { type: 'boolean' }
  ? boolean
  : O extends { multiple: true }
    ? readonly string[]
    : O extends { required: true }
      ? string
      : string | undefined
type Values<O extends Options = Options> = { readonly [N in keyof O]: Given<O[N]> }

/** The result of a command, for programs and for people. `exitCode` is 1 if only a part of the work could be done. */
export type Outcome = { readonly json: object; readonly text: string; readonly exitCode?: number }

export type Command<O extends Options = Options> = {
  /** What is typed, for example `organisation create`. */
  readonly words: string
  readonly summary: string
  /** What an operator should know before running it, in a sentence or two. */
  readonly about: string
  readonly options: O
  readonly example: string
  /** What appears on standard output. */
  readonly prints: string
  /** Runs until it is stopped, and prints only its log. */
  readonly isLongRunning?: true
  readonly run: (values: Values<O>, progress: Progress) => Promise<Outcome | undefined>
}

/** A command of any options, as in the table of all commands. */
export type AnyCommand = Omit<Command, 'run'> & {
  readonly run: (values: never, progress: Progress) => Promise<Outcome | undefined>
}

export const defineCommand = <const O extends Options>(command: Command<O>): AnyCommand => command

/** The command line itself is wrong: exit code 2. `choices` lists what could have been typed. */
export class UsageError extends Error {
  readonly choices: string
  constructor(message: string, choices = '') {
    super(message)
    this.choices = choices
  }
}

/** The command failed: exit code 1. */
export class Failure extends Error {}

/** Lines of `name  value`, with the values aligned. */
export const table = (rows: readonly (readonly [name: string, value: string | number])[]) => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd()).join('\n')
}
