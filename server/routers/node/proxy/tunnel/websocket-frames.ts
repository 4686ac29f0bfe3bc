import { randomBytes } from 'node:crypto'

const closeOpcode = 8
/** Status "going away" (RFC 6455, 7.4.1), after which clients connect again. */
const goingAway = Buffer.from([0x03, 0xe9])
const maxHeader = 14

/** A close frame: that of a client is masked, that of a server is not. */
export function closeFrame(from: 'client' | 'server'): Buffer {
  if (from === 'server') return Buffer.from([0x88, goingAway.length, ...goingAway])
  const mask = randomBytes(4)
  const masked = goingAway.map((byte, at) => byte ^ (mask[at] ?? 0))
  return Buffer.from([0x88, 0x80 | goingAway.length, ...mask, ...masked])
}

/** Follows the frames of one direction of a WebSocket (RFC 6455, 5.2), to know where another frame may be put. */
export class WebSocketFrames {
  /** Whether a close frame has passed. */
  hasClosed = false
  /** Bytes of the header that has begun. */
  readonly #header = Buffer.alloc(maxHeader)
  #headerBytes = 0
  /** Bytes of the payload that are to come. */
  #left = 0

  /** Whether the last byte that passed was the end of a frame. */
  get isBetween(): boolean {
    return this.#left === 0 && this.#headerBytes === 0
  }

  /** Takes what passes; returns where the last frame in it ends, 0 if none does. */
  pass(chunk: Buffer): number {
    let at = 0
    let end = 0
    while (at < chunk.length) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
      } else {
        this.#header[this.#headerBytes++] = chunk[at++] ?? 0
        if (this.#headerBytes < this.#headerLength()) continue
        this.#left = this.#payloadLength()
        this.hasClosed ||= ((this.#header[0] ?? 0) & 0x0f) === closeOpcode
        this.#headerBytes = 0
      }
      if (this.isBetween) end = at
    }
    return end
  }

  #headerLength(): number {
    if (this.#headerBytes < 2) return 2
    const [, second = 0] = this.#header
    const length = second & 0x7f
    const extended = length === 127 ? 8 : length === 126 ? 2 : 0
    return 2 + extended + (second & 0x80 ? 4 : 0)
  }

  #payloadLength(): number {
    const length = (this.#header[1] ?? 0) & 0x7f
    if (length === 127) return Number(this.#header.readBigUInt64BE(2))
    return length === 126 ? this.#header.readUInt16BE(2) : length
  }
}
