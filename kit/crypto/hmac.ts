import { hash } from 'node:crypto'

/** The length of a block in bytes, by digest. */
const blockLengths = { sha1: 64, sha512: 128 } as const

export type HmacDigest = keyof typeof blockLengths

const shortest = 1024
const maxBlock = 128
/** Block and text of the inner digest, then block and inner digest of the outer one. */
const inner = Buffer.alloc(maxBlock + shortest)
const outer = Buffer.alloc(maxBlock * 2)
/** Blocks are filled four bytes at a time. */
const wordsOf = ({ buffer, byteOffset }: Buffer) =>
  new Uint32Array(buffer, byteOffset, maxBlock / 4)
const innerWords = wordsOf(inner)
const outerWords = wordsOf(outer)

/**
 * HMAC (RFC 2104) of a text in ASCII, in base64. It is here because every signed request needs one: an `Hmac` of Node
 * is a stream that takes twice as long to make and to collect as two digests without one.
 */
export function hmacBase64(digest: HmacDigest, key: string, text: string): string {
  const block = blockLengths[digest]
  const isLong = Buffer.byteLength(key) > block
  const used = isLong ? outer.write(hash(digest, key, 'hex'), 'hex') : outer.write(key)
  outer.fill(0, used, block)
  for (let at = 0; at < block / 4; at++) {
    const word = outerWords[at] ?? 0
    innerWords[at] = word ^ 0x36363636
    outerWords[at] = word ^ 0x5c5c5c5c
  }
  const message = block + text.length > inner.length ? Buffer.alloc(block + text.length) : inner
  if (message !== inner) inner.copy(message, 0, 0, block)
  const end = block + message.write(text, block, 'latin1')
  const length = outer.write(hash(digest, message.subarray(0, end), 'binary'), block, 'latin1')
  return hash(digest, outer.subarray(0, block + length), 'base64')
}
