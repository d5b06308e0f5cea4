import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/services/processes.ts'

const run = promisify(execFile)

/** A program of DCMTK. */
const dcmtk = (name: string): string => {
  const program = findProgram(name)
  if (program === undefined) throw new Error(`${name} is not installed. It is in the package dcmtk.`)
  return program
}

type Element = { readonly vr: string; readonly Value?: readonly unknown[] }
type Elements = Readonly<Record<string, Element>>
/** The values of a data set by their tags: `00100010` is the name of the patient. A sequence has those of its first item. */
export type Values = { readonly [tag: string]: string | number | Values | null }

const valueOf = ({ vr, Value: [first] = [] }: Element): Values[string] => {
  if (first === undefined) return null
  if (vr === 'SQ') return valuesIn(first as Elements)
  return vr === 'PN' ? (first as { Alphabetic: string }).Alphabetic : (first as string)
}
const valuesIn = (elements: Elements): Values =>
  Object.fromEntries(Object.entries(elements).map(([tag, element]) => [tag, valueOf(element)]))

/** A folder for the files of one task. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'fetlock-dicom-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a device gets for a worklist query, as DCMTK reads it. Throws what findscu says if it is refused. */
export const askWorklist = (
  port: number,
  keys: readonly string[],
  { calling = 'XRAY1', called = 'FETLOCK' } = {},
): Promise<Values[]> =>
  inFolder(async (folder) => {
    const titles = ['-aet', calling, '-aec', called]
    const asked = keys.flatMap((key) => ['-k', key])
    const place = ['127.0.0.1', `${port}`]
    const said = await run(dcmtk('findscu'), ['-v', '-W', ...titles, '-X', '-od', folder, ...asked, ...place])
    const text = `${said.stdout}${said.stderr}`
    if (!text.includes('Received Final Find Response (Success)')) throw new Error(text)
    const answers: Values[] = []
    for (const file of readdirSync(folder).toSorted()) {
      const { stdout } = await run(dcmtk('dcm2json'), [join(folder, file)])
      answers.push(valuesIn(JSON.parse(stdout)))
    }
    return answers
  })

/** Whether a server answers to C-ECHO. */
export const echo = (port: number, { calling = 'XRAY1', called = 'FETLOCK' } = {}) =>
  run(dcmtk('echoscu'), ['-aet', calling, '-aec', called, '127.0.0.1', `${port}`])

/** Makes a DICOM file of a text that DCMTK's dump2dcm understands. */
export const makeDicom = (text: string, file: string) => run(dcmtk('dump2dcm'), [text, file])
