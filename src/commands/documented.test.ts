import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commands } from './program.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const settings = [
  ...new Set(
    globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap(
      (file) => read(file).match(/\bFETLOCK_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [],
    ),
  ),
]

it.each(settings)('configuration.md explains %s', (setting) => {
  expect(read('docs/operating/configuration.md')).toContain(`| \`${setting}\` |`)
})

const words = commands.map((command) => command.words)

it.each(words)('commands.md has a heading for %s', (command) => {
  expect(read('docs/operating/commands.md')).toMatch(new RegExp(`^## .*\\b${command}\\b`, 'm'))
})

it.each(words.filter((command) => command !== 'openapi'))('commands.md shows what %s prints', (command) => {
  expect(read('docs/operating/commands.md')).toContain(`$ fetlock ${command}`)
})
