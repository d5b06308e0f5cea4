import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** What is wrong with a file that a value is read from, by the code of the error. */
const problems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist. Create it with the value, or correct the path',
  EACCES: 'may not be read by this account. Make the account that runs fetlock its owner, with mode 0400',
  EISDIR: 'is a folder. Give the path of the file with the value',
}

const readValueFile = (setting: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (problem) {
    const code = (problem as NodeJS.ErrnoException).code ?? ''
    throw new Error(`${setting} names ${path}, which ${problems[code] ?? `cannot be read (${code})`}.`, {
      cause: problem,
    })
  }
}

/** systemd puts the files of LoadCredential= and SetCredential= here. */
const credentialIn = (environment: Environment, name: string): string | undefined => {
  const folder = environment['CREDENTIALS_DIRECTORY'] || undefined
  const path = folder === undefined ? undefined : join(folder, name)
  return path !== undefined && existsSync(path) ? readValueFile(`The credential ${name}`, path) : undefined
}

/** A mistake that env files and copying make; the message must not repeat the value, which may be a secret. */
const requireClean = (name: string, value: string): string => {
  if (/[\r\n]/.test(value)) throw new Error(`${name} has more than one line. Give it as one line without any other.`)
  if (value.trim() !== value) throw new Error(`${name} begins or ends with a space. Remove it.`)
  if (/^(["']).*\1$/.test(value))
    throw new Error(`${name} is inside quotation marks, which an env file keeps. Remove them.`)
  return value
}

/**
 * The value of a setting: of the variable of its name, else of the file that the variable with _FILE after its name has the path
 * of, else of the systemd credential of its name. An empty variable is none.
 */
export const variable = (name: string, environment: Environment = process.env): string | undefined => {
  const fileName = `${name}_FILE`
  const [value, path] = [environment[name] || undefined, environment[fileName] || undefined]
  if (value !== undefined && path !== undefined)
    throw new Error(`${name} and ${fileName} are both set. Unset one of them.`)
  if (value !== undefined) return requireClean(name, value)
  const text = path === undefined ? credentialIn(environment, name) : readValueFile(fileName, path)
  // Editors and echo end a file with a line break.
  return requireClean(name, text?.replace(/\r?\n$/, '') ?? '') || undefined
}

/** The names of variables and of systemd credentials that look like settings. */
export const variableNames = (environment: Environment): readonly string[] => {
  const folder = environment['CREDENTIALS_DIRECTORY'] || undefined
  const credentials = folder !== undefined && existsSync(folder) ? readdirSync(folder) : []
  return [...Object.keys(environment), ...credentials].filter((name) => name.startsWith('FETLOCK_'))
}
