import type { Route } from '#platform/deployments/traffic.ts'
import { stopped } from '#routers/haproxy/configuration/backends.ts'

const minSlots = 64

/** HAProxy cannot make backends while it runs: its configuration has free ones, each a slot for one application. */
export class Slots {
  readonly #byApplication = new Map<string, number>()
  #free: number[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  of(applicationId: string): number | undefined {
    return this.#byApplication.get(applicationId)
  }

  /** Gives these applications slots anew, and as many free ones. For a new configuration. */
  assign(applications: Iterable<string>) {
    this.#byApplication.clear()
    let slot = 0
    for (const applicationId of applications) this.#byApplication.set(applicationId, slot++)
    this.#count = minSlots
    while (this.#count < slot * 2) this.#count *= 2
    this.#free = Array.from({ length: this.#count - slot }, (_, at) => this.#count - 1 - at)
  }

  /** The slot of an application, which takes a free one; `undefined` when there is none. */
  take(applicationId: string): number | undefined {
    const slot = this.of(applicationId) ?? this.#free.pop()
    if (slot !== undefined) this.#byApplication.set(applicationId, slot)
    return slot
  }

  /** Makes the slot of a removed application free, once nothing of it is left in HAProxy. */
  release(applicationId: string) {
    const slot = this.of(applicationId)
    this.#byApplication.delete(applicationId)
    if (slot !== undefined) this.#free.unshift(slot)
  }
}

/** What the configuration does for an application, as the value of a map: its slot, unless it is stopped, and conditions. */
export const stateOf = (slot: number, route: Route): string =>
  [
    route.upstreams.length === 0 ? stopped : slot,
    ...(route.forceHttps ? ['https'] : []),
    ...(route.stickySessions ? ['sticky'] : []),
  ].join(':')
