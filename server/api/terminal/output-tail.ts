const newline = 10

/** Keeps the last bytes of an output, for a client that has none of it any more. */
export class OutputTail {
  readonly #max: number
  /** A ring, made with the first output. */
  #ring: Uint8Array | undefined
  #total = 0

  constructor(max: number) {
    this.#max = max
  }

  push(bytes: Uint8Array): void {
    if (this.#max === 0) return
    this.#ring ??= new Uint8Array(this.#max)
    const last = bytes.subarray(Math.max(0, bytes.length - this.#max))
    const at = (this.#total + bytes.length - last.length) % this.#max
    const first = last.subarray(0, this.#max - at)
    this.#ring.set(first, at)
    this.#ring.set(last.subarray(first.length), 0)
    this.#total += bytes.length
  }

  /** What was printed last before a byte, as far as it is kept; from the begin of a line where the rest is not. */
  before(count: number): Uint8Array {
    const begin = Math.max(0, this.#total - this.#max)
    if (!this.#ring || count <= begin) return new Uint8Array()
    const kept = new Uint8Array(count - begin)
    const at = begin % this.#max
    const first = this.#ring.subarray(at, Math.min(this.#max, at + kept.length))
    kept.set(first)
    kept.set(this.#ring.subarray(0, kept.length - first.length), first.length)
    return begin === 0 ? kept : kept.subarray(kept.indexOf(newline) + 1)
  }
}
