import type { Traffic } from '#platform/model/hosting/deployments/traffic.ts'
import { createCommandTraffic, type LocalAuthority } from '#routers/command-traffic.ts'
import type { RouterProcess } from '#routers/control/router-process.ts'
import { DesiredTable } from './desired-table.ts'
import { Edge, type EdgeTimes } from './edge.ts'
import type { EdgeAddress } from './edge-client.ts'
import { followEdgeLog } from './edge-log-follower.ts'
import { EdgeStatistics } from './edge-statistics.ts'

const renewEvery = 2000
const compareEvery = 10_000

export interface EdgesOptions extends Partial<EdgeTimes> {
  edges: readonly EdgeAddress[]
  lease: number
  authority: LocalAuthority
  /** Whether this server commands the edges; of several servers one does. */
  isCommander(): Promise<boolean>
  say(sentence: string): void
}

/**
 * A router that has edges on other machines. What the platform tells it is in force here first, then at every edge that
 * visitors may be sent to: an edge that cannot be reached is waited for until its lease is over.
 */
export function withEdges(router: RouterProcess, options: EdgesOptions): RouterProcess {
  const { authority, say } = options
  const times = { renewEvery, compareEvery, ...options }
  const desired = new DesiredTable()
  const edges = options.edges.map((address) => new Edge({ ...times, address, desired }))
  const trafficOf = (edge: Edge) =>
    createCommandTraffic(
      async (command, timeout) => (await edge.send(command, timeout)) ?? {},
      authority,
      say,
    )
  const all = edges.map((edge) => ({ edge, traffic: trafficOf(edge) }))
  const atAll = async (work: (traffic: Traffic) => Promise<void>) => {
    await Promise.all(all.map(({ traffic }) => work(traffic)))
  }
  const statistics = new EdgeStatistics()

  return {
    wasRunning: router.wasRunning,
    get addresses() {
      return router.addresses
    },
    async switchTo(route) {
      await router.switchTo(route)
      desired.setRoute(route)
      await atAll((traffic) => traffic.switchTo(route))
    },
    async remove(applicationId) {
      await router.remove(applicationId)
      desired.removeRoute(applicationId)
      await atAll((traffic) => traffic.remove(applicationId))
    },
    async replaceAll(routes) {
      await router.replaceAll(routes)
      desired.replaceRoutes(routes)
      await atAll((traffic) => traffic.replaceAll(routes))
    },
    async drain(addresses, timeout) {
      const here = router.drain(addresses, timeout)
      await Promise.all([here, atAll((traffic) => traffic.drain(addresses, timeout))])
    },
    async setCertificates(decide, load) {
      let assigned = { hosts: {}, isComplete: false } as Awaited<ReturnType<typeof decide>>
      const decideHere = async () => {
        assigned = await decide()
        return assigned
      }
      await router.setCertificates(decideHere, load)
      desired.assign(assigned, load)
      await atAll((traffic) => traffic.setCertificates(async () => assigned, desired.load))
    },
    async setChallenges(challenges) {
      await router.setChallenges(challenges)
      desired.setChallenges(challenges)
      await atAll((traffic) => traffic.setChallenges(challenges))
    },
    async statistics() {
      const here = await router.statistics()
      const present = all.filter(({ edge }) => edge.session !== undefined)
      for (const { edge, traffic } of present) {
        statistics.add(edge.name, await traffic.statistics())
      }
      return statistics.with(here)
    },
    async followAccessLog(take) {
      const followers = [await router.followAccessLog(take)]
      for (const edge of edges) followers.push(followEdgeLog(edge, take))
      return { close: async () => void (await Promise.all(followers.map((each) => each.close()))) }
    },
    async stop() {
      for (const edge of edges) edge.close()
      await router.stop()
    },
    close() {
      for (const edge of edges) edge.close()
      router.close()
    },
  }
}
