/** One event of a `text/event-stream`. */
export interface StreamEvent {
  /** `message` unless the server names it. */
  name: string
  data: string
  /** Last event id to resume from; absent if this event does not change it. */
  id?: string
}

/** Parses a `text/event-stream` into events; comments and unknown fields are ignored. */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamEvent, void, undefined> {
  let name = ''
  let lines: string[] = []
  let id: string | undefined

  for await (const line of linesOf(chunks)) {
    if (line === '') {
      if (lines.length > 0 || name !== '')
        yield {
          name: name || 'message',
          data: lines.join('\n'),
          ...(id === undefined ? {} : { id }),
        }
      name = ''
      lines = []
      id = undefined
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') name = value
    else if (field === 'data') lines.push(value)
    else if (field === 'id') id = value
  }
}

/** Lines ended by LF, CR LF or CR; text after the last line end is an incomplete event and dropped. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    // A trailing CR may be the first half of CR LF.
    const complete = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const lines = complete.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + rest.slice(complete.length)
    yield* lines
  }
}
