import type { Readable } from 'node:stream'

/** The JSON in the first line of a stream, and the bytes after it. */
export interface Answered {
  value: unknown
  rest: AsyncIterable<Buffer>
}

/** A page of the longest names. */
const maxLine = 2 * 1024 * 1024

/** Reads the first line of a program's output; throws when it ends before. */
export async function firstLine(stream: Readable | null): Promise<Answered> {
  if (!stream) throw new Error('nothing is read')
  const parts = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let known = Buffer.alloc(0)
  for (;;) {
    const end = known.indexOf(0x0a)
    if (end >= 0) {
      const value: unknown = JSON.parse(known.toString('latin1', 0, end))
      return { value, rest: restOf(known.subarray(end + 1), parts) }
    }
    const { done, value } = await parts.next()
    if (done || known.length > maxLine) throw new Error('there is no line')
    known = Buffer.concat([known, value])
  }
}

async function* restOf(first: Buffer, parts: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first
  for (;;) {
    const { done, value } = await parts.next()
    if (done) return
    yield value
  }
}
