import type { IncomingMessage } from 'node:http'

/** Maximum response size of a provider. */
const maxBytes = 1024 * 1024

/** The response has begun but is unusable. */
export class BadAnswerError extends Error {}

/** The response would be unusable in a retry as well. */
export class UnusableAnswerError extends BadAnswerError {}

/** The whole body as text; throws when it is too long or interrupted. Of an error response the beginning is enough. */
export async function readAnswer(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  const saysNo = (answer.statusCode ?? 0) >= 300
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    parts.push(part)
    if (length <= maxBytes) continue
    if (saysNo) return textOf(parts)
    throw new UnusableAnswerError(`gave an answer that is longer than ${maxBytes} bytes`)
  }
  if (!answer.complete && !saysNo) throw new BadAnswerError('broke off its answer')
  return textOf(parts)
}

/** The first bytes of a body as text; the rest is not read, and the connection ends. */
export async function readBeginning(answer: IncomingMessage, length: number): Promise<string> {
  const parts: Buffer[] = []
  let read = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    read += part.length
    if (read >= length) break
  }
  return Buffer.concat(parts).subarray(0, length).toString('utf8')
}

const textOf = (parts: readonly Buffer[]) =>
  Buffer.concat(parts).subarray(0, maxBytes).toString('utf8')
