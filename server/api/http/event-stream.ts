import { once } from 'node:events'
import { logBug } from '#api/log-bug.ts'

/** Clients time out after 2.5 seconds without an event. */
export const heartbeatEvery = 2000
const usualHeartbeat = 'event:HEARTBEAT\ndata:{}\n\n'
/** Bytes buffered for a slow reader. */
const maxQueued = 16 * 1024

export interface EventStreamOptions<T> {
  /** Slots of the stream limits, released at the end. */
  slots: Disposable
  /** Aborted when the reader disconnects, even before the stream begins. */
  gone: AbortSignal
  /** The name of each event that has none of its own; without it they are plain messages. */
  name?: string | undefined
  /** The body of a heartbeat that is a plain message; by default it is an event named HEARTBEAT. */
  heartbeat?: object | undefined
  events: (signal: AbortSignal) => AsyncIterable<T>
  /** Asked with each heartbeat; the stream ends once the reader may no longer read it. */
  isPermitted?: () => Promise<boolean>
  /** Without an id, a client that reconnects resumes from the last one. */
  toWire: (event: T) => { id?: string; body: unknown; name?: string }
  /**
   * Reason of the end, for streams that can end. Others must never send one: clients that follow a deployment would
   * take it for success.
   */
  endedBy: string | undefined
  /** Logs bugs. */
  log: (line: string) => void
}

/** A class of its own, so that the shutdown of the listener can break off these responses. */
export class EventStreamResponse extends Response {}

/** Server-sent events with backpressure and heartbeats, until the reader disconnects. */
export function eventStream<T>(options: EventStreamOptions<T>): Response {
  const { gone } = options
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  const pulls = new EventTarget()
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (gone.aborted) leave()
        else gone.addEventListener('abort', leave, { once: true })
        const writer = createWriter(controller, pulls, leaving.signal)
        void send(options, writer, leaving).finally(() => gone.removeEventListener('abort', leave))
      },
      pull: () => void pulls.dispatchEvent(new Event('pull')),
      cancel: leave,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxQueued }),
  )
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
  return new EventStreamResponse(body, { headers })
}

type Writer = ReturnType<typeof createWriter>

async function send<T>(
  options: EventStreamOptions<T>,
  writer: Writer,
  leaving: AbortController,
): Promise<void> {
  const { slots, name, events, isPermitted, toWire, endedBy, log } = options
  using _slots = slots
  const heartbeat = options.heartbeat
    ? `data:${JSON.stringify(options.heartbeat)}\n\n`
    : usualHeartbeat
  const gone = leaving.signal
  writer.write(heartbeat)
  writer.flush()
  const heart = setInterval(() => {
    if (writer.hasRoom()) writer.write(heartbeat)
    void isPermitted?.().then((isStill) => isStill || leaving.abort())
  }, heartbeatEvery)
  try {
    for await (const event of events(gone)) {
      const { id, body, name: own = name } = toWire(event)
      const place = id === undefined ? '' : `id:${id}\n`
      const kind = own === undefined ? '' : `event:${own}\n`
      writer.write(`${place}${kind}data:${JSON.stringify(body)}\n\n`)
      if (!writer.hasRoom()) await writer.drained()
    }
    if (endedBy) writer.write(`event:END_OF_STREAM\ndata:${JSON.stringify({ endedBy })}\n\n`)
    writer.close()
  } catch (error) {
    if (gone.aborted) return
    logBug(log, error)
    writer.breakOff()
  } finally {
    clearInterval(heart)
    if (gone.aborted) writer.close()
  }
}

/** Batches the events of one turn of the event loop, to save system calls. */
function createWriter(
  controller: ReadableStreamDefaultController<Uint8Array>,
  pulls: EventTarget,
  gone: AbortSignal,
) {
  let pending = ''
  let isClosed = false
  const flush = () => {
    if (pending !== '' && !isClosed && !gone.aborted) controller.enqueue(Buffer.from(pending))
    pending = ''
  }
  const hasRoom = () => (controller.desiredSize ?? 0) > pending.length
  return {
    flush,
    hasRoom,
    write(text: string) {
      if (pending === '') setImmediate(flush)
      pending += text
    },
    /** Resolves when the reader has drained the buffer; rejects when it is gone. */
    async drained() {
      flush()
      while (!hasRoom()) await once(pulls, 'pull', { signal: gone })
    },
    close() {
      flush()
      isClosed = true
      // A cancelled stream is already closed.
      if (controller.desiredSize !== null) tryClose(controller)
    },
    /** Breaks the connection without an end event, so that the client reconnects. */
    breakOff() {
      isClosed = true
      controller.error(new Error('The stream broke off.'))
    },
  }
}

function tryClose(controller: ReadableStreamDefaultController): void {
  try {
    controller.close()
  } catch {
    // Cancelled by the reader.
  }
}
