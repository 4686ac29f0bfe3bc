import type { RouteUpstream } from '#platform/deployments/traffic.ts'

/** A public TCP port that is forwarded to an application. */
export interface TcpFrontend {
  port: number
  applicationId: string
  slot: number
}

/** What the configuration of HAProxy depends on. */
export interface Configuration {
  /** Names this configuration, so that a process that has loaded it can be recognised. */
  generation: string
  /** User of the worker processes; absent when they keep that of the master. */
  user?: string | undefined
  /** Begin of the names of internal abstract sockets. */
  socketPrefix: string
  /** Address of all public listeners. */
  host: string
  httpPort: number
  httpsPort: number
  /** Port that redirects to HTTPS name. */
  publicHttpsPort: number
  /** Milliseconds. */
  answerTimeout: number
  uploadTimeout: number
  /** Maximum connections, and maximum requests in flight, of one visitor; 0 for no limit. */
  maxPerVisitor: number
  /** Addresses and networks of trusted proxies. */
  trustedProxies: string[]
  hasAccessLog: boolean
  /** Maximum connections of all visitors. */
  maxConnections: number
  /** Number of pairs of backends that applications can be assigned to without a reload. */
  slots: number
  /** Servers of the slots in use. */
  servers: SlotServers
  tcp: TcpFrontend[]
}

/** Upstreams by slot. */
export type SlotServers = ReadonlyMap<number, readonly RouteUpstream[]>

/** Files in the router's folder, which is HAProxy's working directory. */
export const files = {
  configuration: 'haproxy.cfg',
  /** Runtime API of the newest worker. */
  api: 'api.sock',
  master: 'master.sock',
  lua: 'rules.lua',
  routes: 'maps/routes.map',
  wildcards: 'maps/wildcards.map',
  applications: 'maps/applications.map',
  challenges: 'maps/challenges.map',
  tlsChallenges: 'maps/tls-challenges.map',
  certificates: 'certificates.list',
  challengeCertificates: 'challenges.list',
} as const
