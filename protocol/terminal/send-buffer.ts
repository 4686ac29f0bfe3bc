import type { StreamFrame, StreamName } from './frames.ts'

/** Smaller frames of the same stream are kept together, because each has a cost of its own. */
const joinedBytes = 4096
/** Beyond this the sender waits, however small the frames are. */
const maxFrames = 1024

/** Frames that the other side has not acknowledged: it may ask for them again on a new connection. */
export class SendBuffer<Name extends StreamName> {
  readonly #window: number
  #frames: StreamFrame<Name>[] = []
  /** Place of the oldest frame that is not acknowledged as a whole, and the bytes before it. */
  #first = 0
  #before: number
  #acknowledged: number
  #sent: number

  /** `window` is how many bytes the other side lets wait, `from` how many an earlier sender has sent. */
  constructor(window: number, from = 0) {
    this.#window = window
    this.#before = from
    this.#acknowledged = from
    this.#sent = from
  }

  /** Bytes that may be sent before the other side acknowledges more. */
  get room(): number {
    if (this.#frames.length - this.#first >= maxFrames) return 0
    return Math.max(0, this.#window - (this.#sent - this.#acknowledged))
  }

  get acknowledged(): number {
    return this.#acknowledged
  }

  get isAcknowledged(): boolean {
    return this.#acknowledged === this.#sent
  }

  push(frame: StreamFrame<Name>): void {
    const { stream, bytes } = frame
    if (bytes.length === 0) return
    this.#sent += bytes.length
    const last = this.#frames.at(-1)
    const isJoined = last?.stream === stream && last.bytes.length + bytes.length <= joinedBytes
    if (isJoined && this.#first < this.#frames.length)
      this.#frames[this.#frames.length - 1] = { stream, bytes: joined(last.bytes, bytes) }
    else this.#frames.push(frame)
  }

  /** Forgets what the other side has taken, counted from the first byte; `false` for what it cannot have taken. */
  acknowledge(count: number): boolean {
    if (count > this.#sent) return false
    this.#acknowledged = Math.max(this.#acknowledged, count)
    for (;;) {
      const length = this.#frames[this.#first]?.bytes.length
      if (length === undefined || this.#before + length > this.#acknowledged) break
      this.#before += length
      this.#first += 1
    }
    if (this.#first * 2 > this.#frames.length) {
      this.#frames.splice(0, this.#first)
      this.#first = 0
    }
    return true
  }

  /** The frames after a number of bytes; `undefined` when these were acknowledged or never sent. */
  since(count: number): StreamFrame<Name>[] | undefined {
    if (count < this.#acknowledged || count > this.#sent) return undefined
    let begin = this.#before
    return this.#frames.slice(this.#first).flatMap((frame) => {
      const skipped = Math.max(0, count - begin)
      begin += frame.bytes.length
      return begin <= count ? [] : [{ ...frame, bytes: frame.bytes.subarray(skipped) }]
    })
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
