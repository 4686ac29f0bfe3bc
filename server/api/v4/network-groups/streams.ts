import { setTimeout } from 'node:timers/promises'
import { type Call, endpoint } from '#api/http/endpoint.ts'
import { eventStream } from '#api/http/event-stream.ts'
import { getPeer } from '#platform/hosting/network-groups/external-peers.ts'
import { readGroup } from '#platform/hosting/network-groups/read-group.ts'
import { configurationOf } from '#platform/hosting/network-groups/wireguard-configuration.ts'
import { watchReader } from '#platform/identity/access/watch-credential.ts'
import type { NetworkGroup } from '#platform/model/hosting/network-groups/network-group.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { groupOf, groupPath } from './groups.ts'
import { configurationToWire, groupToWire } from './to-wire.ts'

/** Changes may come from other servers, so that the store is asked. */
const pollInterval = 2000

type StreamCall = Pick<Call, 'platform' | 'request' | 'log'> & { caller: Caller; ownerId: OwnerId }

/** The group now and after each of its changes, until it is deleted. */
async function* versionsOf(
  { platform }: Pick<Call, 'platform'>,
  { id }: NetworkGroup,
  signal: AbortSignal,
): AsyncGenerator<NetworkGroup> {
  let seen = 0
  while (!signal.aborted) {
    const group = await platform.store.networkGroups.find(id)
    if (!group) return
    if (group.version !== seen) yield group
    seen = group.version
    await setTimeout(pollInterval, undefined, { signal }).catch(() => {})
  }
}

function streamGroup(
  call: StreamCall,
  group: NetworkGroup,
  name: string,
  toBody: (group: NetworkGroup) => Promise<unknown>,
): Response {
  const { platform, caller, request, log, ownerId } = call
  return eventStream({
    slots: platform.streamLimits.take({ reader: caller.userId, source: group.id }),
    gone: request.signal,
    name,
    async *events(signal) {
      for await (const version of versionsOf(call, group, signal)) yield await toBody(version)
    },
    isPermitted: watchReader(platform, caller, ownerId),
    toWire: (body) => ({ body }),
    endedBy: undefined,
    log,
  })
}

export const followNetworkGroup = endpoint({
  method: 'GET',
  path: `${groupPath}/stream`,
  access: { on: 'owner', may: 'see' },
  summary: 'Streams a network group as server-sent events: now, and after each change',
  produces: 'text/event-stream',
  async handle(call) {
    const toBody = async (group: NetworkGroup) => groupToWire(await readGroup(call.platform, group))
    return streamGroup(call, await groupOf(call), 'NETWORK_GROUP', toBody)
  },
})

export const followConfiguration = endpoint({
  method: 'GET',
  path: `${groupPath}/peers/:peerId/wireguard/configuration/stream`,
  access: { on: 'owner', may: 'see' },
  summary: 'Streams the WireGuard configuration of a peer: now, and after each change of its group',
  produces: 'text/event-stream',
  async handle(call) {
    const group = await groupOf(call)
    const peer = await getPeer(call.platform, group, call.params.peerId)
    await configurationOf(call.platform, group, peer)
    return streamGroup(call, group, 'WIREGUARD_CONFIGURATION', async (version) =>
      configurationToWire(version, peer, await configurationOf(call.platform, version, peer)),
    )
  },
})
