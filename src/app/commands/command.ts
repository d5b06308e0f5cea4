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
export type Values<O extends Options = Options> = { readonly [N in keyof O]: Given<O[N]> }

/** What a command found or made: an object for programs, text for people. 1 where not all of it could be done. */
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
  /** A program that runs until it is stopped, and says what it does in its log only. */
  readonly runsOn?: true
  readonly run: (values: Values<O>, progress: Progress) => Promise<Outcome | undefined>
}

/** A command with its option types forgotten, as the table of all commands keeps it. */
export type AnyCommand = Omit<Command, 'run'> & {
  readonly run: (values: never, progress: Progress) => Promise<Outcome | undefined>
}

export const defineCommand = <const O extends Options>(command: Command<O>): AnyCommand => command

/** The command line itself is wrong: exit code 2. People are also shown what could have been typed. */
export class Misuse extends Error {
  readonly choices: string
  constructor(message: string, choices = '') {
    super(message)
    this.choices = choices
  }
}

/** The command was understood and cannot be carried out: exit code 1. */
export class Failure extends Error {}

/** Lines of `name  value`, the values under each other. */
export const table = (rows: readonly (readonly [name: string, value: string | number])[]) => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd()).join('\n')
}
