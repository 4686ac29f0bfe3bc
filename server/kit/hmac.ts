import { hash } from 'node:crypto'

/** The length of a block in bytes, by digest. */
const blockLengths = { sha1: 64, sha512: 128 } as const

export type HmacDigest = keyof typeof blockLengths

const shortest = 1024
const largestBlock = 128
/** Block and text of the inner digest, then block and inner digest of the outer one. */
const inner = Buffer.alloc(largestBlock + shortest)
const outer = Buffer.alloc(largestBlock * 2)

/**
 * HMAC (RFC 2104) of a text in ASCII, in base64. It is here because every signed request needs one: an `Hmac` of Node
 * is a stream that takes twice as long to make and to collect as two digests without one.
 */
export function hmacBase64(digest: HmacDigest, key: string, text: string): string {
  const block = blockLengths[digest]
  const isLong = Buffer.byteLength(key) > block
  const usable = isLong ? Buffer.from(hash(digest, key, 'binary'), 'latin1') : Buffer.from(key)
  const message = block + text.length > inner.length ? Buffer.alloc(block + text.length) : inner
  for (let at = 0; at < block; at++) {
    const byte = usable[at] ?? 0
    message[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  const end = block + message.write(text, block, 'latin1')
  const length = outer.write(hash(digest, message.subarray(0, end), 'binary'), block, 'latin1')
  return hash(digest, outer.subarray(0, block + length), 'base64')
}
