import { randomUUID } from 'node:crypto'

/**
 * Whether visitors may be sent to an edge: while the server says so, for the time of a lease. A lease begins at a time of
 * the edge's own clock that the server has seen, so that the server knows when it ends at the latest, whatever is lost
 * or delayed between them.
 */
export class EdgeLease {
  readonly #clock: () => number
  #session = ''
  #length = 0
  #end = 0
  #isComplete = false

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Milliseconds since some moment. */
  get clock(): number {
    return this.#clock()
  }

  /** Begins another session, and returns its name. A lease of the one before goes on to its end. */
  begin(length: number): string {
    this.#isComplete &&= this.clock < this.#end
    this.#session = randomUUID()
    this.#length = length
    return this.#session
  }

  isCurrent(session: string): boolean {
    return session !== '' && session === this.#session
  }

  /** The edge has the whole table. */
  complete(seen: number) {
    this.#isComplete = true
    this.renew(seen)
  }

  renew(seen: number) {
    this.#end = Math.max(this.#end, Math.min(seen, this.clock) + this.#length)
  }

  /** Why no visitors may be sent here; `undefined` when they may. */
  get problem(): string | undefined {
    if (this.#session === '') return 'no server has been in contact yet'
    if (!this.#isComplete) return 'the route table is not complete yet'
    if (this.clock >= this.#end) return 'the server has not been in contact for too long'
    return undefined
  }
}
