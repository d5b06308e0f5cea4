import { useState } from 'react'
import {
  checkImport,
  createImport,
  importKey,
  type ImportedKind,
  putImportFile,
  type SentFile,
} from '../../../../api/import.ts'
import { messageOf } from '../../../../api/problem.ts'
import type { Problems } from '../../../../shared/problems.tsx'
import { useWrite } from '../../../../shared/use-write.ts'

type Sent = { readonly name: string; readonly kind: ImportedKind; readonly csv: string }

/** Sends a file and has it tried: three writes, each with its own key. After one that failed, it goes on from there. */
export const useSending = (setProblems: (problems: Problems) => void, onSent: (id: number) => void) => {
  const [made, setMade] = useState<Pick<Sent, 'name' | 'kind'> & { readonly id: number }>()
  const onProblem = (error: unknown) => setProblems({ file: messageOf(error) })
  const creating = useWrite({ send: (name: string, key) => createImport(name, key), onProblem })
  const putting = useWrite({ send: (file: SentFile, key) => putImportFile(file, key), onProblem })
  const checking = useWrite({ send: (id: number, key) => checkImport(id, key), refresh: () => [importKey], onProblem })
  const send = async ({ name, kind, csv }: Sent) => {
    // A file of another kind would be imported beside the one that is there.
    const one = made?.name === name && made.kind === kind ? made : await creating.write(name)
    if (one === undefined) return
    setMade({ id: one.id, name, kind })
    const put = await putting.write({ id: one.id, kind, csv })
    if (put === undefined || (await checking.write(one.id)) === undefined) return
    onSent(one.id)
  }
  return { send, isBusy: creating.isBusy || putting.isBusy || checking.isBusy }
}
