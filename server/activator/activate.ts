import { sleep } from '#kit/concurrency/timeout.ts'
import { findVisited } from '#platform/hosting/sleep/find-visited.ts'
import { servingAddresses } from '#platform/hosting/sleep/serving-addresses.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'

const retryEvery = 100

export const activate = {
  /** The application that a request is for. */
  find: (platform: Pick<Platform, 'store'>, host = '', url = '/') =>
    findVisited(platform, hostNameOf(host), url.split('?', 1)[0] ?? '/'),

  /**
   * Sends a request to one of the instances that serve, and tries others until the signal while none accepts it: an
   * instance that has just started may not listen yet. Resolves to `false` when none did.
   */
  async send(
    platform: Pick<Platform, 'store' | 'liveness'>,
    id: ApplicationId,
    send: (address: Address, signal: AbortSignal) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> {
    while (!signal.aborted) {
      const addresses = await servingAddresses(platform, id)
      const first = Math.floor(Math.random() * addresses.length)
      for (let tried = 0; tried < addresses.length && !signal.aborted; tried += 1) {
        const address = addresses[(first + tried) % addresses.length]
        if (address && (await send(address, signal))) return true
      }
      await sleep(retryEvery, signal).catch(() => {})
    }
    return false
  },
}

/** Lower case, without port and final dot. */
const hostNameOf = (host: string): string =>
  host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
