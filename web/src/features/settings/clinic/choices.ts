/** In which languages the service writes to clients. */
const tags = ['de', 'en', 'es', 'fi', 'fr', 'sv'] as const

export const languages = () => {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return tags.map((tag) => [tag, names.of(tag) ?? tag] as const)
}

/** Every time zone that a browser knows, and the one that is set. */
export const timeZones = (now: string) =>
  [...new Set([now, ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((zone) => [zone, zone.replaceAll('_', ' ')] as const)
