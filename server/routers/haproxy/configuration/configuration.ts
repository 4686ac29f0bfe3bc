import type { WorkerUser } from '#routers/haproxy/haproxy-program.ts'

/** A public TCP port that is forwarded to an application. */
export interface TcpFrontend {
  port: number
  applicationId: string
  slot: number
}

/** A server of a backend. */
export interface BackendServer {
  backend: string
  name: string
  address: string
  options: string
}

/** What the configuration of HAProxy depends on. */
export interface Configuration {
  /** Names this configuration, so that a process that has loaded it can be recognised. */
  generation: string
  /** User of the worker processes; absent when they keep that of the master. */
  user?: WorkerUser | undefined
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
  /** Number of pairs of backends for applications that have spares. */
  sparedSlots: number
  servers: readonly BackendServer[]
  tcp: TcpFrontend[]
}

/** Files in the router's folder, which is HAProxy's working directory. */
export const files = {
  configuration: 'haproxy.cfg',
  /** Runtime API of the newest worker. */
  api: 'api.sock',
  master: 'master.sock',
  lua: ['rules.lua', 'visitor-rules.lua'],
  routes: 'maps/routes.map',
  wildcards: 'maps/wildcards.map',
  applications: 'maps/applications.map',
  rules: 'maps/rules.map',
  pages: 'maps/pages.map',
  challenges: 'maps/challenges.map',
  tlsChallenges: 'maps/tls-challenges.map',
  certificates: 'certificates.list',
  challengeCertificates: 'challenges.list',
} as const

/**
 * Unix sockets between HAProxy's own listeners, and to its agent, in a folder that only the workers' user can enter.
 * Whoever reached them could name any address as that of a visitor (PROXY protocol), or write lines of the log.
 */
export const sockets = {
  folder: 'sockets',
  tls: 'sockets/tls',
  acme: 'sockets/acme',
  plainOnHttps: 'sockets/plain-on-https',
  marks: 'sockets/marks',
  /** On which the agent receives the log. */
  log: 'sockets/log',
} as const
