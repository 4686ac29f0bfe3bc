import type { IncomingMessage } from 'node:http'

/** No honest answer of a partner is longer. */
const longest = 1024 * 1024

/** The whole body as text; throws when it is longer than any honest one, or breaks off. */
export async function readAnswer(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > longest) throw new Error(`the answer is longer than ${longest} bytes`)
    parts.push(part)
  }
  if (!answer.complete) throw new Error('the answer broke off')
  return Buffer.concat(parts).toString('utf8')
}
