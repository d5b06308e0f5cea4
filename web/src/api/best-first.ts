export const maxFound = 8

const startsWith = (name: string, typed: string) => name.toLowerCase().startsWith(typed.toLowerCase())

/** What was found by a part of its name: first what begins with it, and no more than is read at a glance. */
export const bestFirst = <T extends { readonly name: string }>(found: readonly T[], typed: string): readonly T[] =>
  found
    .toSorted((one, other) => Number(startsWith(other.name, typed)) - Number(startsWith(one.name, typed)))
    .slice(0, maxFound)
