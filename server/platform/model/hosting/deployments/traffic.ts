import type { VisitorRules } from '#platform/model/hosting/visitors/visitor-rules.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import type { Address } from './engine.ts'

/** A host and the part of its paths that belong to an application. */
export interface RouteDomain {
  /** Lower-case host name in its ASCII form, or `*.name` for every name below it. */
  host: string
  /** `/` for all paths, or a prefix of whole segments such as `/api`. */
  path: string
}

/** An instance that serves an application's visitors. */
export interface RouteUpstream {
  instanceId: InstanceId
  address: Address
}

/** Route of one application. */
export interface Route {
  applicationId: ApplicationId
  domains: RouteDomain[]
  /** Without any, and without spares, visitors get the stopped page. */
  upstreams: RouteUpstream[]
  /**
   * Backups, such as the instances of the previous release during a probation: a request is sent to one only when no
   * upstream accepts it. None when absent, as in routes of earlier versions.
   */
  spares?: RouteUpstream[]
  /**
   * Whether the application is being started, or sleeps: visitors whom no upstream accepts then get a page that says so and
   * reloads.
   */
  isStarting?: boolean
  /** Redirect plain HTTP to HTTPS. */
  forceHttps: boolean
  /** Session affinity: a visitor stays with one instance. */
  stickySessions: boolean
  /** Public TCP ports that are forwarded to port 4040 of the instances. */
  tcpPorts: number[]
  /** Search engines are told not to list what the application answers. */
  noIndex?: boolean
  /** What the router answers in place of the application; absent where that is nothing of its own. */
  rules?: VisitorRules
}

/** A certificate with its key, PEM. */
export interface ServedCertificate {
  certificate: string
  key: string
}

/** Which certificate the hosts have, by the SHA-256 of the leaf; `null` for that of the local authority. */
export interface CertificateAssignment {
  hosts: Record<string, string | null>
  /** Whether hosts that are not named have none; otherwise they keep theirs. */
  isComplete: boolean
}

/** What the router answers an ACME server that verifies a host. */
export type AcmeChallenge =
  | { type: 'http-01'; host: string; token: string; answer: string }
  | { type: 'tls-alpn-01'; host: string; certificate: string; key: string }

/** Sends commands to the router, in order. Each call resolves once the router has stored and applied it. */
export interface Traffic {
  /** Sends new requests for these domains to these upstreams. */
  switchTo(route: Route): Promise<void>
  /** Removes an application; its domains become unknown. */
  remove(applicationId: ApplicationId): Promise<void>
  /** Replaces all routes, after a restart. */
  replaceAll(routes: Route[]): Promise<void>
  /**
   * Resolves once none of these addresses has a request in flight, or the timeout has passed. They are no longer in a
   * route, not even as spares.
   */
  drain(addresses: Address[], timeout: number): Promise<void>
  /**
   * Shows visitors other certificates from their next connection on. One call at a time: `decide` is called in its turn,
   * then `load` for those that the router has not.
   */
  setCertificates(
    decide: () => Promise<CertificateAssignment>,
    load: (fingerprint: string) => Promise<ServedCertificate | undefined>,
  ): Promise<void>
  /** Replaces the pending challenges. */
  setChallenges(challenges: AcmeChallenge[]): Promise<void>
  /** Counters of all requests since the router's start. */
  statistics(): Promise<RouterStatistics>
}

/** Counters of the router. They only grow while `startedAt` is the same, so a reader takes differences. */
export interface RouterStatistics {
  /** Start of the router process, in milliseconds since the epoch: other counters begin at 0 with it. */
  startedAt: number
  routes: InstanceStatistics[]
  /** TCP ports of routes that could not be opened; absent when all are open. */
  tcpProblems?: TcpProblem[]
  /** What visitors with too many connections or requests were refused; absent in routers that have no such limit. */
  refused?: RefusedVisits
}

/** What visitors beyond their limit were refused. */
export interface RefusedVisits {
  /** Connections that were closed at once, because all others of the visitor were in use. */
  connections: number
  /** Connections without a request that were closed in favour of a new one of the same visitor. */
  idleConnections: number
  requests: number
}

/** A TCP port that could not be opened. It is tried again every few seconds. */
export interface TcpProblem {
  port: number
  /** Error code of the system, such as `EADDRINUSE`. */
  code: string
}

/** First digit of a status code. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx'

/** Responses by status code, such as `404`; codes without a response are left out. */
export type StatusCodeCounts = Readonly<Record<string, number>>

/** Counters of one instance. */
export interface InstanceStatistics {
  applicationId: ApplicationId
  /** `null` counts the responses that the router gave itself, such as the page of a stopped application. */
  instanceId: InstanceId | null
  requests: number
  status: Record<StatusClass, number>
  /** Responses by status code, of codes that have a name; absent in routers of earlier versions. */
  codes?: StatusCodeCounts
  /** Requests and upgraded connections under way; absent when there are none, and in routers of earlier versions. */
  inFlight?: number
  /** Bytes of request bodies and upgraded connections from visitors. */
  bytesIn: number
  /** Bytes of response bodies and upgraded connections to visitors. */
  bytesOut: number
  /** Requests per bucket of `latencyBounds`, from the whole request head to the end of the response. */
  latency: number[]
}

/** Inclusive upper bounds of the latency buckets in milliseconds, each √2 times the one before; one more bucket takes the rest. */
export const latencyBounds: readonly number[] = Array.from(
  { length: 36 },
  (_, at) => 2 ** (at / 2 - 1),
)
