import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export type Question = {
  readonly text: string
  /** What is typed is not shown. */
  readonly isSecret?: boolean
  readonly otherwise?: string | undefined
}

export type Asking = { readonly ask: (question: Question) => Promise<string>; readonly close: () => void }

/** Asks somebody at a terminal. An empty answer is the one in brackets. */
export const askingOn = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream, isTerminal = true): Asking => {
  let isMuted = false
  const shown = new Writable({
    write: (some, _encoding, done) => {
      if (!isMuted) output.write(some)
      done()
    },
  })
  const lines = createInterface({ input, output: shown, terminal: isTerminal })
  return {
    ask: async ({ text, isSecret = false, otherwise }) => {
      const answering = lines.question(`${text}${otherwise === undefined ? '' : ` [${otherwise}]`}: `)
      isMuted = isSecret
      const answer = await answering
      isMuted = false
      if (isSecret) output.write('\n')
      return answer.trim() || (otherwise ?? '')
    },
    close: () => lines.close(),
  }
}
