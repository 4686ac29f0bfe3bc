import { Readable } from 'node:stream'

export interface StreamOptions {
  /** Slots of the stream limits, released when the response has ended or could not begin. */
  slots: Disposable
  /** Aborted when the reader disconnects, even before the response begins. */
  gone: AbortSignal
  headers: Record<string, string>
}

/** Sends a Node stream; destroyed when the reader disconnects. Readers detect a truncated body by its length. */
export function streamResponse(stream: Readable, options: StreamOptions): Response {
  const { slots, gone, headers } = options
  stream.once('close', () => slots[Symbol.dispose]())
  if (gone.aborted) {
    stream.destroy()
    return new Response(null)
  }
  const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>
  // Once the adapter reads, it cancels the body itself; another error would only fill the log.
  const leave = () => void (body.locked || stream.destroy())
  gone.addEventListener('abort', leave)
  stream.once('close', () => gone.removeEventListener('abort', leave))
  return new Response(body, { headers })
}
