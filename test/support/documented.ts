import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../../scripts/services/settings.ts'

/** Commands of a page (` ```sh `), and the output that the page shows after them (` ```text `). */
export type Block = { readonly commands: string; readonly output: string }

export const blocksIn = (page: string): Block[] =>
  [...page.matchAll(/^```sh\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?/gms)].map(([, commands = '', output = '']) => ({
    commands,
    output,
  }))

/** Output in parts: words that end in `…` match anything up to a quote or the end of the line, a line of just `…` any lines, and the rest itself. */
export const partsOf = (output: string) => output.split(/(\n…\n|[^\s"]*…)/)

const escaped = (text: string) => text.replaceAll(/[^\w\s]/g, '\\$&')

export const patternOf = (output: string) => {
  const pattern = partsOf(output).map((part) => {
    if (part === '\n…\n') return '\\n(?:.*\\n)*'
    return part.endsWith('…') ? '([^\\n"]+?)' : escaped(part)
  })
  return new RegExp(`^${pattern.join('')}$`)
}

/** The files that a page prints, by their names: ` ```ts receiver.ts `. */
export const filesIn = (page: string) =>
  [...page.matchAll(/^```\w+ ([\w.-]+)\n(.*?)^```$/gms)].map(([, name, text]) => [name!, text!] as const)

/** Gives the programs of a page the SDK, as a checkout has it. */
export const linkSdk = (folder: string) => {
  mkdirSync(join(folder, 'node_modules/@fetlock'), { recursive: true })
  symlinkSync(join(checkout, 'sdk'), join(folder, 'node_modules/@fetlock/sdk'))
}
