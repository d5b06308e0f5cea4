/** Text as an identifier: "Ordering in process" is OrderingInProcess. */
export const pascalCase = (text: string) =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => {
      const rest = word.slice(1)
      return word.slice(0, 1).toUpperCase() + (rest === rest.toUpperCase() ? rest.toLowerCase() : rest)
    })
    .join('')

const identifier = (label: string) => {
  const name = `${pascalCase(label)}${label.startsWith('-') ? 'Descending' : ''}`
  return /^\p{L}/u.test(name) ? name : `Value${name}`
}

/** The values of a closed set, with names that generated clients use for them. */
export const namedEnum = (values: readonly (string | number)[], labels: readonly string[]) => ({
  enum: values,
  'x-enum-varnames': labels.map(identifier),
})
