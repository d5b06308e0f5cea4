/** Where progress is written. */
export type Stream = { readonly isTTY?: boolean; readonly write: (text: string) => unknown }

/** Reports progress. A step stays on the screen; a count is overwritten by the next one. */
export type Progress = {
  readonly step: (line: string) => void
  readonly count: (line: string) => void
  readonly end: () => void
}

export const silent: Progress = { step: () => {}, count: () => {}, end: () => {} }

const betweenLinesMs = 2_000

/** Writes progress: in place on a terminal, otherwise a line every few seconds. */
export const progressOn = (stream: Stream, clock = () => performance.now()): Progress => {
  if (!stream.isTTY) {
    let last = clock()
    return {
      step: (line) => {
        stream.write(`${line}\n`)
        last = clock()
      },
      count: (line) => {
        if (clock() - last < betweenLinesMs) return
        stream.write(`${line}\n`)
        last = clock()
      },
      end: () => {},
    }
  }
  let open = false
  const clear = () => {
    if (open) stream.write('\r\u001B[2K')
    open = false
  }
  return {
    step: (line) => {
      clear()
      stream.write(`${line}\n`)
    },
    count: (line) => {
      stream.write(`\r\u001B[2K${line}`)
      open = true
    },
    end: clear,
  }
}
