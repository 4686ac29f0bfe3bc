import type { Route } from '#platform/model/hosting/deployments/traffic.ts'
import {
  type AssignedSlots,
  type Slot,
  starting,
  stopped,
} from '#routers/haproxy/configuration/backends.ts'
import { hasConditions } from '#routers/haproxy/configuration/rule-maps.ts'

const minSlots = 64
/** Slots for applications with spares. Most have some for seconds; one beyond this number does without. */
export const sparedSlots = 32

/** HAProxy cannot make backends while it runs: its configuration has free ones, each a slot for one application. */
export class Slots {
  readonly #byApplication = new Map<string, number>()
  readonly #spared = new Map<string, Slot>()
  #free: number[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  of(applicationId: string): number | undefined {
    return this.#byApplication.get(applicationId)
  }

  /** The slots that the servers of a route are to be in; one for spares is taken if it has any. */
  assigned({ applicationId, spares = [] }: Route): AssignedSlots | undefined {
    const slot = this.of(applicationId)
    if (slot === undefined) return undefined
    const spared = spares.length > 0 ? this.#takeSpared(applicationId) : undefined
    return { slot, spared }
  }

  /** All slots that may have servers of an application. */
  all(applicationId: string): Slot[] {
    const slots = [this.of(applicationId), this.#spared.get(applicationId)]
    return slots.filter((slot) => slot !== undefined)
  }

  #takeSpared(applicationId: string): Slot | undefined {
    const taken = this.#spared.get(applicationId)
    if (taken) return taken
    const used = new Set(this.#spared.values())
    for (let index = 0; index < sparedSlots; index += 1) {
      const slot: Slot = `s${index}`
      if (used.has(slot)) continue
      this.#spared.set(applicationId, slot)
      return slot
    }
    return undefined
  }

  /** Applications with a slot for spares, whether they still have any or not. */
  get spared(): ReadonlyMap<string, Slot> {
    return this.#spared
  }

  /** Makes the slot for spares free, once nothing of the application is left in it. */
  releaseSpared(applicationId: string) {
    this.#spared.delete(applicationId)
  }

  /** Gives these applications slots anew, and as many free ones. For a new configuration. */
  assign(applications: Iterable<string>) {
    this.#byApplication.clear()
    this.#spared.clear()
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

/** What the configuration does for an application, as the value of a map: its slot, or the page of one without instances, and conditions. */
export const stateOf = ({ slot, spared }: AssignedSlots, route: Route): string =>
  [
    route.upstreams.length > 0 ? (spared ?? slot) : route.isStarting ? starting : stopped,
    ...(route.forceHttps ? ['https'] : []),
    ...(route.stickySessions ? ['sticky'] : []),
    ...(route.upstreams.length > 0 && route.isStarting ? ['starting'] : []),
    ...(route.noIndex ? ['noindex'] : []),
    ...(hasConditions(route.rules) ? ['rules'] : []),
  ].join(':')
