import { type FSWatcher, globSync, watch } from 'node:fs'
import { join } from 'node:path'

const settleMs = 150

/** A source file that is no test, or a name without a dot, which may be a new or removed folder. */
const concernsProgram = (name: string) =>
  /^[^.]+$|^[^.].*\.(tsx?|css|js|lua|csv|sql)$/.test(name) && !/\.test\.tsx?$/.test(name)

/**
 * Calls back once after source files below the folder were written, replaced, created or removed.
 * Folders are watched, not files: the watch of a file ends when an editor renames a new version over it.
 */
export const watchSources = (root: string, changed: () => void) => {
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  const settled = () => {
    watchAll()
    changed()
  }
  const noticed = (_event: string, name: string | null) => {
    if (name !== null && !concernsProgram(name)) return
    clearTimeout(timer)
    timer = setTimeout(settled, settleMs)
  }
  const watchOne = (folder: string) => {
    try {
      // A folder that is removed while it is being watched is noticed by its parent.
      return [watch(folder, noticed).on('error', () => {})]
    } catch {
      return []
    }
  }
  /** New folders are found by watching all of them again, before the old watches end, so that nothing is missed between. */
  const watchAll = () => {
    const old = watchers
    const below = globSync('**/*/', { cwd: root }).map((folder) => join(root, folder))
    watchers = [root, ...below].flatMap(watchOne)
    for (const watcher of old) watcher.close()
  }
  watchAll()
  return {
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
