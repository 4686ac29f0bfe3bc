import type { Readable, Writable } from 'node:stream'

/** Hands bytes on as they come, and no faster than they are taken. `Readable.pipe` does more than is needed here. */
export function pump(source: Readable, sink: Writable, onBytes?: () => void) {
  let isWaiting = false
  source.on('data', (chunk: Buffer) => {
    onBytes?.()
    if (sink.write(chunk) || isWaiting) return
    isWaiting = true
    source.pause()
    sink.once('drain', () => {
      isWaiting = false
      source.resume()
    })
  })
}
