import { createHash } from 'node:crypto'
import { type ContentDigest, ObjectDamagedError } from '#platform/model/object-store.ts'

/** A content that is counted, hashed and compared with what is expected while somebody reads it. */
export interface MeasuredContent {
  /** Throws at its end if it is not the expected one; a longer one is cut right away. */
  content: AsyncIterable<Uint8Array>
  /** Of everything, once it was read. */
  digest(): ContentDigest
}

export function measured(
  key: string,
  source: AsyncIterable<Uint8Array>,
  expected: { bytes?: number; sha256?: string } = {},
): MeasuredContent {
  const hash = createHash('sha256')
  let bytes = 0
  let sha256 = ''
  const wrongSize = () =>
    new ObjectDamagedError(key, `it has ${bytes} bytes instead of ${expected.bytes}`)
  async function* read() {
    for await (const chunk of source) {
      bytes += chunk.length
      if (expected.bytes !== undefined && bytes > expected.bytes) throw wrongSize()
      hash.update(chunk)
      yield chunk
    }
    sha256 = hash.digest('hex')
    if (expected.bytes !== undefined && bytes !== expected.bytes) throw wrongSize()
    if (expected.sha256 !== undefined && expected.sha256 !== sha256) {
      throw new ObjectDamagedError(key, 'its checksum is another one')
    }
  }
  return { content: read(), digest: () => ({ bytes, sha256 }) }
}
