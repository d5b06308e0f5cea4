const prefix = 'fetlock.kept '

/**
 * What is kept in this tab until it is sent, also over a reload. It is of one person in one organisation, both of which the
 * address of a user names: whoever signs in next at this desk neither sees it nor sends it under their own name.
 */
export const keptInTab = (user: string, what: string, storage: Storage = sessionStorage) => {
  const name = `${prefix}${user} ${what}`
  return {
    read: () => storage.getItem(name) ?? undefined,
    write: (value: string) => storage.setItem(name, value),
    remove: () => storage.removeItem(name),
  }
}

/** Forgets in this tab whatever is filed under somebody, and leaves what others have not sent. */
export const forgetInTab = (user: string, storage: Storage = sessionStorage) => {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index)!)
  for (const name of names) if (/^fetlock\.\w+ /.test(name) && name.split(' ')[1] === user) storage.removeItem(name)
}
