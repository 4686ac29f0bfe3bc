import type { Socket } from 'node:net'
import type { ApplicationId } from '#platform/model/ids.ts'

/** Requests that are held at once: of one application, and of all. One application has at most as many as are left free, so that a few do not take all. */
const maxPerApplication = 500
const maxHeld = 2000

/** A request that waits for its application. */
export interface HeldRequest extends Disposable {
  /** Aborted when it has waited for long enough, its visitor is gone, or the server ends. */
  readonly signal: AbortSignal
  readonly aborted: Promise<void>
  /** Whether the visitor is gone: nobody reads an answer. */
  readonly isGone: boolean
}

/** The requests that are held now. Their bodies stay with the routers until they are passed on. */
export class HeldRequests {
  readonly #counts = new Map<ApplicationId, number>()
  readonly #held = new Set<AbortController>()

  /** `null` when too many are held already. */
  take(id: ApplicationId, socket: Socket, timeout: number): HeldRequest | null {
    const count = this.#counts.get(id) ?? 0
    if (count >= Math.min(maxPerApplication, maxHeld - this.#held.size)) return null
    const abort = new AbortController()
    const { signal } = abort
    const timer = setTimeout(() => abort.abort(), timeout)
    const onClose = () => abort.abort()
    socket.once('close', onClose)
    this.#counts.set(id, count + 1)
    this.#held.add(abort)
    return {
      signal,
      aborted: new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
      get isGone() {
        return socket.destroyed
      },
      [Symbol.dispose]: () => {
        clearTimeout(timer)
        socket.off('close', onClose)
        this.#held.delete(abort)
        this.#release(id)
      },
    }
  }

  #release(id: ApplicationId) {
    const left = (this.#counts.get(id) ?? 1) - 1
    if (left > 0) this.#counts.set(id, left)
    else this.#counts.delete(id)
  }

  /** Lets all go: they get the page that reloads. */
  releaseAll() {
    for (const abort of this.#held) abort.abort()
  }
}
