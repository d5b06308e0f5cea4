/** A section of a changelog for one version, by the titles of its parts. */
export type Section = { readonly date: string; readonly intro: string; readonly parts: ReadonlyMap<string, string> }

const escaped = (text: string) => text.replaceAll('.', String.raw`\.`)

/** What the changelog says of a version. One without a date is not released. */
export const sectionOf = (changelog: string, version: string): Section => {
  const heading = new RegExp(String.raw`^## ${escaped(version)} \((\d{4}-\d\d-\d\d)\)$`, 'm')
  const found = heading.exec(changelog)
  if (found === null)
    throw new Error(`CHANGELOG.md has no section "## ${version} (YYYY-MM-DD)". Write and date it first.`)
  const text = changelog.slice(found.index + found[0].length).split(/^## /m, 1)[0]!
  const [intro = '', ...parts] = text.split(/^### /m)
  return {
    date: found[1]!,
    intro: intro.trim(),
    parts: new Map(parts.map((part) => [part.split('\n', 1)[0]!.trim(), part.replace(/^.*\n/, '').trim()])),
  }
}

const readers = {
  integrators: { first: 'Changed for integrations', title: 'for integrators' },
  operators: { first: 'Changed for operators', title: 'for operators' },
} as const
export type Reader = keyof typeof readers

/** The notes of a release for one kind of reader: what is theirs first, then what was added and fixed for everybody. */
export const notesFor = (reader: Reader, changelog: string, version: string): string => {
  const { date, intro, parts } = sectionOf(changelog, version)
  const { first, title } = readers[reader]
  const ofOthers = Object.values(readers).map((other) => other.first as string)
  const titles = [first, ...[...parts.keys()].filter((part) => !ofOthers.includes(part))]
  const shown = titles.flatMap((part) => (parts.has(part) ? [`## ${part}`, parts.get(part)!] : []))
  // Links lead from the top of the repository, which the archive of the program has too.
  return [`# Fetlock ${version} ${title}`, `Released on ${date}. ${intro}`.trim(), ...shown].join('\n\n') + '\n'
}
