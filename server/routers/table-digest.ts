import { createHash } from 'node:crypto'
import type {
  AcmeChallenge,
  Route,
  RouteUpstream,
} from '#platform/model/hosting/deployments/traffic.ts'

/** What decides how visitors are served. Certificates of the local authority are not in it: each router has its own. */
export interface RouterTable {
  routes: Iterable<Route>
  /** Fingerprints of certificates by host. */
  hosts: Readonly<Record<string, string>>
  challenges: readonly AcmeChallenge[]
}

/** Hash of a table, in whatever order its parts were told. */
export function tableDigest({ routes, hosts, challenges }: RouterTable): string {
  const hash = createHash('sha256')
  for (const line of [...routes].map(routeText).sort()) hash.update(`${line}\n`)
  for (const line of Object.entries(hosts).map(hostText).sort()) hash.update(`${line}\n`)
  for (const line of challenges.map(challengeText).sort()) hash.update(`${line}\n`)
  return hash.digest('hex')
}

const routeText = (route: Route) =>
  JSON.stringify([
    route.applicationId,
    route.domains.map(({ host, path }) => [host, path]),
    route.upstreams.map(upstreamText),
    route.forceHttps,
    route.stickySessions,
    route.tcpPorts,
    // Left out where there are none: routers of an earlier version have the same hash then.
    ...(route.spares?.length ? [route.spares.map(upstreamText)] : []),
    ...(route.isStarting ? ['starting'] : []),
    ...(route.noIndex ? ['noindex'] : []),
    ...(route.rules ? [route.rules] : []),
  ])

const upstreamText = ({ instanceId, address }: RouteUpstream) => [
  instanceId,
  address.host,
  address.port,
]

const hostText = ([host, fingerprint]: [string, string]) => JSON.stringify([host, fingerprint])

const challengeText = (challenge: AcmeChallenge) =>
  JSON.stringify(
    challenge.type === 'http-01'
      ? [challenge.type, challenge.host, challenge.token, challenge.answer]
      : [challenge.type, challenge.host, challenge.certificate],
  )
