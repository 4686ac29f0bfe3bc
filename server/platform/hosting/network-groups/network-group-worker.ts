import { createMutex } from '#kit/concurrency/keyed-mutex.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { GroupNetworks } from '#platform/model/hosting/network-groups/group-network.ts'
import type {
  NetworkGroupGateway,
  NetworkGroupWorker,
} from '#platform/model/hosting/network-groups/network-group.ts'
import { emptyGateway } from './instance-peers.ts'
import { type GroupRecords, needsTunnel, planNetwork, serversOf } from './plan-networks.ts'
import { readRecords } from './read-records.ts'

/** How often this server looks for changes by others, and for what has vanished from the machine. */
const lookEvery = 10_000

export interface NetworkGroupWorkerOptions {
  /** Lazily, because the platform has the worker as a part. */
  platform: () => Platform
  log: (line: string) => void
  onBug: (error: unknown) => void
}

export function createNetworkGroupWorker({
  platform,
  log,
  onBug,
}: NetworkGroupWorkerOptions): NetworkGroupWorker {
  /** Mutex, so that what was read later is applied later. */
  const withLock = createMutex()
  let lastProblem = ''
  let stopWatching = () => {}

  const say = (problem: string) => {
    if (problem && problem !== lastProblem) log(`Network groups: ${problem}`)
    lastProblem = problem
  }

  const apply = () =>
    withLock(async () => {
      const { engine, store, policies } = platform()
      if (!engine.networkGroups) return
      const before = await readRecords(platform())
      const { problem, isChanged } = await openGateways(platform(), engine.networkGroups, before)
      const records = isChanged ? await readRecords(platform()) : before
      const here = store.claims.serverId
      const plan = { here, domain: policies.networkGroupDomain, hasTunnels: !problem }
      await engine.networkGroups.apply(records.flatMap((each) => planNetwork(each, plan) ?? []))
      say(problem)
    })

  const worker = createWorker({
    onError: onBug,
    async run() {
      if (!platform().engine.networkGroups) return undefined
      try {
        await apply()
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
      }
      return lookEvery
    },
  })
  return {
    ...worker,
    async refresh() {
      await apply().catch((error: Error) => {
        say(error.message)
        worker.wake()
      })
    },
    begin() {
      const { store } = platform()
      const nouns = [
        'networkGroups',
        'networkGroupPeers',
        'networkGroupGateways',
        'instances',
      ] as const
      const ends = nouns.map((noun) => store.watch(noun, worker.wake))
      stopWatching = () => {
        for (const end of ends) end()
      }
      worker.begin()
    },
    async close() {
      stopWatching()
      await worker.close()
    },
  }
}

interface Opened {
  /** Why this server has no tunnels; empty when it has. */
  problem: string
  isChanged: boolean
}

/** Makes the gateways that this server needs. */
async function openGateways(
  platform: Platform,
  networks: GroupNetworks,
  all: readonly GroupRecords[],
): Promise<Opened> {
  const { store, policies } = platform
  let isChanged = false
  const here = store.claims.serverId
  for (const records of all) {
    const { group, gateways } = records
    if (!serversOf(records).has(here)) continue
    const own = gateways.find(({ serverId }) => serverId === here)
    const gateway: NetworkGroupGateway = own ?? emptyGateway(group.id, here)
    if (!own) await store.networkGroupGateways.add(gateway)
    isChanged ||= !own
    if (!needsTunnel(records, here)) continue
    const host = policies.networkGroupHost
    if (gateway.port > 0 && gateway.host === host) continue
    const problem = await networks.prepareTunnels()
    if (problem) return { problem, isChanged }
    const used = (await store.networkGroupGateways.listAll())
      .filter(({ serverId }) => serverId === here)
      .map(({ port }) => port)
    const port = gateway.port || (await networks.freePort(policies.networkGroupPorts, used))
    if (!port) return { problem: 'no port of BERTH_NETWORK_GROUP_PORTS is free', isChanged }
    await store.networkGroupGateways.move({ groupId: group.id, serverId: here, host, port })
    isChanged = true
  }
  return { problem: '', isChanged }
}
