type Block = { readonly id: string | undefined; readonly event: string; readonly data: string }

/** One block of a stream of server-sent events: its fields, one on each line. */
export const parseBlock = (text: string): Block => {
  let [id, event]: [string | undefined, string] = [undefined, 'message']
  const data: string[] = []
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (name === 'id') id = value
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
  return { id, event, data: data.join('\n') }
}

/** Splits what has arrived into whole blocks and the rest, which is not complete yet. */
export const splitBlocks = (text: string): { readonly blocks: readonly string[]; readonly rest: string } => {
  const parts = text.split('\n\n')
  return { blocks: parts.slice(0, -1), rest: parts.at(-1) ?? '' }
}
