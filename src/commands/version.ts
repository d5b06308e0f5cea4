import { readFileSync } from 'node:fs'

export type Version = { readonly version: string; readonly node: string }

/** The version of the program, and of Node that runs it. */
export const versionOf = (): Version => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Version
  return { version, node: process.versions.node }
}
