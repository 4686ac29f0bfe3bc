import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { sleep } from '#kit/concurrency/timeout.ts'
import type { OutputRing } from './output-ring.ts'

/** Bytes per second that are read of one output: a command that prints more waits, and costs the server no more. */
const maxRate = 1024 * 1024
/** Bytes between two pauses. */
const burst = 64 * 1024

/** Reads an output to its end, no faster than the limit. */
export async function collectOutput(stream: Readable, ring: OutputRing): Promise<void> {
  const decoder = new StringDecoder('utf8')
  let read = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      ring.push(decoder.write(chunk))
      read += chunk.length
      if (read < burst) continue
      await sleep((read * 1000) / maxRate)
      read = 0
    }
  } catch (error) {
    if (!stream.destroyed) throw error
  }
  ring.push(decoder.end())
}
