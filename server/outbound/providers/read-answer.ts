import type { IncomingMessage } from 'node:http'

/** No honest answer of a provider is longer. */
const maxBytes = 1024 * 1024

/** Why the answer that has begun is of no use. */
export class BadAnswerError extends Error {}

/** Why it would be of no use another time either. */
export class UnusableAnswerError extends BadAnswerError {}

/**
 * The whole body as text; throws when it is longer than any honest one, or breaks off. Of one that says no by its
 * status the beginning will do.
 */
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

const textOf = (parts: readonly Buffer[]) =>
  Buffer.concat(parts).subarray(0, maxBytes).toString('utf8')
