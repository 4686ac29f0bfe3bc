import type { Identity } from '#kit/crypto/x509.ts'
import type { Address } from '#platform/deployments/engine.ts'
import type { Route } from '#platform/deployments/traffic.ts'

/** How the router process is started; it keeps to it until it ends. */
export interface RouterSettings {
  /** Address that both ports listen on. */
  host: string
  /** 0 takes a free one, the same again after a restart. */
  httpPort: number
  httpsPort: number
  /** What visitors are sent to for HTTPS, where a proxy stands in front; absent when it is the port itself. */
  publicHttpsPort?: number
  /** Milliseconds that an application has to begin its answer. */
  answerTimeout: number
  /** Rules of a `BlockList`, in its JSON form. */
  trustedProxies: readonly string[]
}

export interface Ports {
  http: number
  https: number
}

/** What the router process is given on its command line. */
export interface Launch {
  settings: RouterSettings
  /** Names the program text that was started, so that a server can see whether the router is of its own kind. */
  version: string
  /** The ports of a router that still runs in the folder, and leaves them when this one waits for it. */
  replaces?: Ports
}

/** What the router says of itself when a server takes hold of it. */
export interface RouterGreeting {
  pid: number
  version: string
  settings: RouterSettings
  ports: Ports
}

/** What the router process tells whoever started it, a line each, on its third file descriptor. */
export type LaunchNews =
  /** It has loaded and waits for the router that it replaces. */
  | { waiting: true }
  | { ready: RouterGreeting }
  | { problem: string; code?: string | undefined; port?: keyof Ports }

/** A certificate handed to the router, with what is needed to know when it wants another. */
export interface HeldIdentity extends Identity {
  /** Milliseconds since the epoch. */
  expires: number
  /** Fingerprint of the authority that signed it. */
  signedBy: string
}

/** Identities by host; the empty host stands for every host that has none of its own. */
export type Identities = Record<string, HeldIdentity>

/** What the server may ask. Each is safe to repeat. */
export type RouterCommand =
  | { kind: 'switch'; route: Route; signedBy: string }
  | { kind: 'remove'; applicationId: string }
  | { kind: 'replace all'; routes: Route[]; signedBy: string }
  | { kind: 'hold identities'; identities: Identities }
  | { kind: 'name hosts without identity'; signedBy: string }
  | { kind: 'drain'; addresses: Address[]; timeout: number }
  | { kind: 'leave'; grace: number }

/** The router's answer to an order: it has been carried out, or why it was not. */
export interface Answer {
  problem?: string
  /** Hosts that still want an identity by the given authority. */
  hostsWithoutIdentity?: string[]
}

/** Where the router takes orders, in its folder. */
export const controlSocket = 'control.sock'
