import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { checkout } from '../../scripts/services/settings.ts'

export const pageFile = 'docs/operating/backup.md'

/** What stands on the page for an operator, and what it is in the proof. Each must occur on the page. */
export type Replacements = Readonly<Record<string, string>>

const replaceAll = (markdown: string, replacements: Replacements) => {
  let replaced = markdown
  for (const [from, to] of Object.entries(replacements)) {
    if (!markdown.includes(from)) throw new Error(`${pageFile} does not have "${from}" any more.`)
    replaced = replaced.replaceAll(from, to)
  }
  return replaced
}

/** The commands stop services and delete folders: none may touch a path of this machine that is not the proof's own. */
const requireInside = (commands: string, home: string) => {
  const paths = commands.match(/\/(?:etc|home|opt|root|srv|usr|var)\/[\w./-]*/g) ?? []
  const outside = paths.find((path) => !path.startsWith(`${home}/`))
  if (outside !== undefined) throw new Error(`${pageFile} names ${outside}, which the proof does not replace.`)
}

const sectionsOf = (markdown: string) =>
  markdown.split(/^## /m).map((section) => {
    const [title = ''] = section.split('\n')
    return [title, [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands!)] as const
  })

const run = async (commands: string, environment: NodeJS.ProcessEnv) => {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: checkout,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}

/** The commands of the page about backups, to be run as they are printed there. */
export const backupPage = (home: string, environment: NodeJS.ProcessEnv, replacements: Replacements) => {
  const markdown = readFileSync(join(checkout, pageFile), 'utf8')
  const sections = new Map(sectionsOf(markdown))
  const waiting = new Set([...sections.values()].flat())
  const commandsOf = (title: string, at: number, more: Replacements, changed: Replacements) => {
    const commands = sections.get(title)?.[at]
    if (commands === undefined) throw new Error(`${pageFile} has no commands ${at + 1} under "${title}".`)
    waiting.delete(commands)
    const used = Object.fromEntries(
      Object.entries({ ...replacements, ...more, ...changed }).filter(([from]) => commands.includes(from)),
    )
    for (const from of [...Object.keys(more), ...Object.keys(changed)])
      if (!commands.includes(from)) throw new Error(`The commands under "${title}" do not have "${from}" any more.`)
    const replaced = replaceAll(commands, used)
    requireInside(replaced, home)
    return replaced
  }
  // Says so at once if the page has changed.
  replaceAll(markdown, replacements)
  return {
    /** Writes the files that the page prints, under the paths of the proof. */
    writeFiles: () => {
      for (const [, path, contents] of markdown.matchAll(/^```ini (\S+)\n(.*?)^```$/gms))
        writeFileSync(
          replacements[path!]!,
          replaceAll(
            contents!,
            Object.fromEntries(Object.entries(replacements).filter(([from]) => contents!.includes(from))),
          ),
        )
    },
    /** Runs the commands at this place under a heading; `changed` makes a twin of them. */
    run: async (title: string, at = 0, more: Replacements = {}, changed: Replacements = {}) => {
      const commands = commandsOf(title, at, more, changed)
      const { code, out, err } = await run(commands, environment)
      if (code !== 0)
        throw new Error(`The commands ${at + 1} under "${title}" ended with ${code}:\n${commands}\n${out}${err}`)
      return out
    },
    /** Runs other commands in the same environment, and returns how they end. */
    try: (commands: string) => run(commands, environment),
    /** What is on the page and was never run. */
    left: (): readonly string[] => [...waiting],
  }
}
export type BackupPage = ReturnType<typeof backupPage>
