import type { ByteReader } from './byte-reader.ts'

/** Ends a list of packets. */
export const flush = Buffer.from('0000')

const headerLength = 4
/** The most that one packet carries. */
export const packetRoom = 65_516

/** One packet of git's wire format: four hexadecimal digits of length, then the content. */
export function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  if (bytes.length > packetRoom) throw new Error('too long for one packet')
  const length = (bytes.length + headerLength).toString(16).padStart(headerLength, '0')
  return Buffer.concat([Buffer.from(length), bytes])
}

/** The next packet's content, `flush`, or `undefined` when the stream ends or holds no packet. */
export async function readPacket(bytes: ByteReader): Promise<Buffer | 'flush' | undefined> {
  const header = (await bytes.take(headerLength))?.toString('latin1')
  if (!header || !/^[0-9a-fA-F]{4}$/.test(header)) return undefined
  const length = Number.parseInt(header, 16)
  if (length === 0) return 'flush'
  return length < headerLength ? undefined : await bytes.take(length - headerLength)
}

/** The packet that makes a git client say `fatal: remote error: …` and leave. */
export const errorPacket = (sentence: string): Buffer => packet(`ERR ${sentence}`)
