/** One block of a PEM text (RFC 7468), with the headers that encrypted keys of OpenSSL's old form have. */
export interface PemBlock {
  label: string
  headers: string[]
  bytes: Buffer
}

/** The text is not PEM. */
class PemError extends Error {}

const begin = '-----BEGIN '
const end = '-----END '
const dashes = '-----'

/** The blocks of a PEM text, in order. Text between them, such as names of the certificates, is skipped. */
export function parsePem(text: string): PemBlock[] {
  const blocks: PemBlock[] = []
  let open: { label: string; headers: string[]; body: string } | undefined
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (open) {
      if (line === `${end}${open.label}${dashes}`) {
        blocks.push({ label: open.label, headers: open.headers, bytes: bytesOf(open.body) })
        open = undefined
      } else if (line.startsWith(dashes)) throw new PemError(`a block has no ${end}line`)
      else if (line.includes(':')) open.headers.push(line)
      else open.body += line
    } else if (line.startsWith(begin) && line.endsWith(dashes)) {
      open = { label: line.slice(begin.length, -dashes.length), headers: [], body: '' }
    }
  }
  if (open) throw new PemError(`a block has no ${end}line`)
  return blocks
}

/** A block as text, in lines of 64 characters. */
export function pemOf(label: string, bytes: Buffer): string {
  const body = bytes.toString('base64')
  const lines: string[] = []
  for (let at = 0; at < body.length; at += 64) lines.push(body.slice(at, at + 64))
  return [`${begin}${label}${dashes}`, ...lines, `${end}${label}${dashes}`, ''].join('\n')
}

function bytesOf(body: string): Buffer {
  const bytes = Buffer.from(body, 'base64')
  // Node skips what is not base64, so that it is compared with what it has understood.
  if (bytes.length === 0 || bytes.toString('base64') !== body)
    throw new PemError('a block is not base64')
  return bytes
}
