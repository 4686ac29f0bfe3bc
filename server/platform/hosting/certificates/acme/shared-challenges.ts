import { untilPeersAck } from '#platform/hosting/placement/peer-routers.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { AcmeChallenge } from '#platform/model/hosting/deployments/traffic.ts'
import type { SharedMemory } from '#platform/model/hosting/placement/shared-memory.ts'
import type { PendingChallenges } from './pending-challenges.ts'

type Context = Pick<Platform, 'traffic' | 'routeLock'>
type Memory = Pick<SharedMemory, 'challenges' | 'routeAcks'>

/** Tells this server's router the challenges of all servers, read under the lock so that no older list follows a newer one. */
export const tellChallenges = (
  { traffic, routeLock }: Context,
  { challenges }: Pick<Memory, 'challenges'>,
): Promise<void> =>
  routeLock('challenges', async () => traffic.setChallenges(await challenges.list()))

/** With several servers, a challenge is at the routers of all of them before the ACME server verifies it at any of them. */
export const createSharedChallenges = (
  platform: () => Context,
  memory: Memory,
): PendingChallenges => ({
  ofOneOrder() {
    let own: AcmeChallenge | undefined
    return {
      async add(challenge) {
        own = challenge
        await memory.challenges.put(challenge)
        await tellChallenges(platform(), memory)
        const since = await memory.routeAcks.barrier()
        // A router that does not follow costs this attempt at most; orders are repeated.
        await untilPeersAck(memory.routeAcks, { since }).catch(() => {})
      },
      async remove() {
        if (!own) return
        await memory.challenges.remove(own)
        await tellChallenges(platform(), memory)
      },
    }
  },
  // Those of other servers stay.
  clear: () => tellChallenges(platform(), memory),
})
