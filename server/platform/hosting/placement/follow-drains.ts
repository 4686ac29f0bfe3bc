import { createBackground } from '#kit/concurrency/background.ts'
import { unlessAborted } from '#kit/concurrency/timeout.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { InstanceId } from '#platform/model/ids.ts'

export interface DrainFollowerOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
  /** Ends all waits. */
  signal: AbortSignal
}

/** Drains the instances that other servers stop, at the router of this server and at the edges that it commands. */
export interface DrainFollower {
  /** To be called, repeatedly until they are gone, when the router no longer leads to these instances of one application. */
  drain(stopping: readonly Instance[]): void
  /** Forgets all but those that are still there. */
  retain(stopping: readonly Instance[]): void
  close(): Promise<void>
}

/**
 * In the background, so that long requests of one application delay nobody else's, and with the timeout that this server has
 * for its own. The server of the application waits for the ack. A server that crashed starts over.
 */
export function createDrainFollower(options: DrainFollowerOptions): DrainFollower {
  const { platform, onBug, signal } = options
  const begun = new Set<InstanceId>()
  const background = createBackground((error) => {
    if (!signal.aborted) onBug(error)
  })
  const drainAndAck = async (instances: readonly Instance[]) => {
    const { traffic, policies, store } = platform()
    const ids = instances.map(({ id }) => id)
    const addresses = instances.flatMap(({ started }) => (started ? [started.address] : []))
    try {
      await unlessAborted(traffic.drain(addresses, policies.drainTimeout), signal)
      await store.shared?.routeAcks.ackDrained(ids)
    } catch (error) {
      // The next round begins again.
      for (const id of ids) begun.delete(id)
      throw error
    }
  }
  return {
    drain(stopping) {
      const added = stopping.filter(({ id }) => !begun.has(id))
      if (added.length === 0) return
      for (const { id } of added) begun.add(id)
      background.run(drainAndAck(added))
    },
    retain(stopping) {
      const present = new Set(stopping.map(({ id }) => id))
      for (const id of begun) if (!present.has(id)) begun.delete(id)
    },
    close: () => background.drain(),
  }
}
