import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Clients give up after 2.5 seconds without an event. */
const heartbeatEvery = 2000

export interface EventSource<T> {
  /** The name of each event. */
  name: string
  events: (signal: AbortSignal) => AsyncIterable<T>
  toWire: (event: T) => { id: string; body: unknown }
  /**
   * Why the stream ends, when it can end at all. A stream without end must never say that it ended: clients
   * that follow a deployment would take it for a success.
   */
  endedBy: string | undefined
}

/** Writes events as they come, at the reader's pace, with heartbeats between, until the reader is gone. */
export async function sendEvents<T>(
  response: ServerResponse,
  gone: AbortSignal,
  { name, events, toWire, endedBy }: EventSource<T>,
): Promise<void> {
  let isCorked = false
  const uncork = () => {
    if (isCorked) response.uncork()
    isCorked = false
  }
  /** Events of one turn of the event loop leave together: each by itself would cost a system call. */
  const write = (text: string): boolean => {
    if (!isCorked) {
      response.cork()
      setImmediate(uncork)
    }
    isCorked = true
    return response.write(text)
  }
  response.write('event:HEARTBEAT\ndata:{}\n\n')
  const heart = setInterval(() => {
    if (!response.writableNeedDrain) response.write('event:HEARTBEAT\ndata:{}\n\n')
  }, heartbeatEvery)
  try {
    for await (const event of events(gone)) {
      const { id, body } = toWire(event)
      if (write(`id:${id}\nevent:${name}\ndata:${JSON.stringify(body)}\n\n`)) continue
      uncork()
      if (response.writableNeedDrain) await once(response, 'drain', { signal: gone })
    }
    if (endedBy) response.write(`event:END_OF_STREAM\ndata:${JSON.stringify({ endedBy })}\n\n`)
  } catch (error) {
    if (!gone.aborted) throw error
  } finally {
    uncork()
    clearInterval(heart)
  }
}
