import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from './terminal.ts'

const sizeLimit = 16 * 1024 * 1024
const timeout = 10 * 60_000

/** Reads standard input to its end. */
export async function readStdin({ stdin }: Pick<Terminal, 'stdin'>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const late = setTimeout(() => destroy(stdin), timeout)
  try {
    for await (const chunk of stdin) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size > sizeLimit) throw new Refusal('Standard input is larger than 16 MiB.')
      chunks.push(bytes)
    }
  } finally {
    clearTimeout(late)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function destroy(stream: NodeJS.ReadableStream) {
  if ('destroy' in stream && typeof stream.destroy === 'function')
    stream.destroy(new Refusal('Nothing came on standard input for ten minutes.'))
}
