import type { Identity } from '#kit/crypto/x509.ts'
import type { Address } from '#platform/deployments/engine.ts'
import type { Route } from '#platform/deployments/traffic.ts'

/** Settings of the router process, fixed until it exits. */
export interface RouterSettings {
  /** Address of both listeners. */
  host: string
  /** 0 chooses a free port, the same again after a restart. */
  httpPort: number
  httpsPort: number
  /** Public HTTPS port for redirects behind a proxy; absent when it is the listener's. */
  publicHttpsPort?: number
  /** Milliseconds until an application must begin its response. */
  answerTimeout: number
  /** Rules of a `BlockList`, in its JSON form. */
  trustedProxies: readonly string[]
}

export interface Ports {
  http: number
  https: number
}

/** Command line argument of the router process. */
export interface Launch {
  settings: RouterSettings
  /** Hash of the router's source code, so that a server can recognise another version. */
  version: string
  /** Ports of a router that still runs in the folder, and releases them when this one is ready. */
  replaces?: Ports
}

/** First message of the router to a server that connects. */
export interface RouterGreeting {
  pid: number
  version: string
  settings: RouterSettings
  ports: Ports
}

/** Messages of the router process to its parent, one per line, on file descriptor 3. */
export type LaunchNews =
  /** It has loaded and waits for the router that it replaces. */
  | { waiting: true }
  | { ready: RouterGreeting }
  | { problem: string; code?: string | undefined; port?: keyof Ports }

/** A certificate of the router, with the facts that decide its renewal. */
export interface HeldIdentity extends Identity {
  /** Milliseconds since the epoch. */
  expires: number
  /** Fingerprint of the authority that signed it. */
  signedBy: string
}

/** Certificates by host; the empty host is the default. */
export type Identities = Record<string, HeldIdentity>

/** Commands of the server. All are idempotent. */
export type RouterCommand =
  | { kind: 'switch'; route: Route; signedBy: string }
  | { kind: 'remove'; applicationId: string }
  | { kind: 'replace all'; routes: Route[]; signedBy: string }
  | { kind: 'hold identities'; identities: Identities }
  | { kind: 'name hosts without identity'; signedBy: string }
  | { kind: 'drain'; addresses: Address[]; timeout: number }
  | { kind: 'leave'; grace: number }

/** The router's answer to a command: success, or the error. */
export interface Answer {
  problem?: string
  /** Hosts that need a certificate by the given authority. */
  hostsWithoutIdentity?: string[]
}

/** Control socket in the router's folder. */
export const controlSocket = 'control.sock'
