/**
 * What is kept in this tab until it is sent, also over a reload. It is of one person in one organisation, both of which the
 * address of a user names: whoever signs in next at this desk neither sees it nor sends it under their own name.
 */
export const keptInTab = (user: string, what: string, storage: Storage = sessionStorage) => {
  const name = `fetlock.kept ${user} ${what}`
  return {
    read: () => storage.getItem(name) ?? undefined,
    write: (value: string) => storage.setItem(name, value),
    remove: () => storage.removeItem(name),
  }
}
