import type { ByteReader } from './byte-reader.ts'

/** Flush packet, which ends a list. */
export const flush = Buffer.from('0000')

const headerLength = 4
/** Maximum payload of a packet. */
const packetRoom = 65_516

/** One pkt-line: four hexadecimal digits of length, then the content. */
export function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  if (bytes.length > packetRoom) throw new Error('too long for one packet')
  const length = (bytes.length + headerLength).toString(16).padStart(headerLength, '0')
  return Buffer.concat([Buffer.from(length), bytes])
}

/** Content of the next packet, `flush`, or `undefined` at the end of the stream or for an invalid packet. */
export async function readPacket(bytes: ByteReader): Promise<Buffer | 'flush' | undefined> {
  const header = (await bytes.take(headerLength))?.toString('latin1')
  if (!header || !/^[0-9a-fA-F]{4}$/.test(header)) return undefined
  const length = Number.parseInt(header, 16)
  if (length === 0) return 'flush'
  return length < headerLength ? undefined : await bytes.take(length - headerLength)
}

/** Packet that makes a git client print `fatal: remote error: …` and exit. */
export const errorPacket = (sentence: string): Buffer => packet(`ERR ${sentence}`)
