import type { Identity } from '#kit/crypto/x509.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type {
  AcmeChallenge,
  Route,
  RouterStatistics,
} from '#platform/model/hosting/deployments/traffic.ts'

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
  /** Milliseconds in which a visitor must take some of the data that waits for it. */
  readTimeout: number
  /** Milliseconds in which a visitor must send some of a request body. */
  uploadTimeout: number
  /** Maximum connections and further concurrent requests of one address or IPv6 network of 64 bits; 0 for no limit. */
  maxPerVisitor: number
  /** Rules of a `BlockList`, in its JSON form. */
  trustedProxies: readonly string[]
  /** Maximum lines of access log per application and second; 0 turns the log off. */
  accessLogRate: number
  /** Milliseconds from the start of a router to that of its standby; `null` means that it has none. */
  standbyDelay: number | null
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
  /** Open TCP ports of that router; absent in earlier versions. */
  replacedTcpPorts?: number[]
  /** The process waits until the router that started it has died, and then takes its listening sockets. */
  isStandby?: boolean
}

/** First message of the router to a server that connects. */
export interface RouterGreeting {
  pid: number
  version: string
  settings: RouterSettings
  ports: Ports
  /** Open ports of TCP redirections; absent in earlier versions, which do not share them. */
  tcpPorts?: number[]
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

/** A certificate with its key, named by the SHA-256 of the leaf. */
export interface HeldCertificate extends Identity {
  fingerprint: string
}

/** Commands about certificates of hosts, other than those of the local authority. */
export type CertificateCommand =
  /** Stores certificates; they are used once they are assigned. */
  | { kind: 'hold certificates'; certificates: HeldCertificate[] }
  /** Fingerprint by host, `null` for none; when complete, hosts that are not named have none. */
  | { kind: 'assign certificates'; hosts: Record<string, string | null>; isComplete: boolean }
  | { kind: 'set challenges'; challenges: AcmeChallenge[] }

const certificateCommands: readonly string[] = [
  'hold certificates',
  'assign certificates',
  'set challenges',
] satisfies CertificateCommand['kind'][]

export const isCertificateCommand = (command: RouterCommand): command is CertificateCommand =>
  certificateCommands.includes(command.kind)

/** Commands of the server. All are idempotent. */
export type RouterCommand =
  | CertificateCommand
  | { kind: 'switch'; route: Route; signedBy: string }
  | { kind: 'remove'; applicationId: string }
  | { kind: 'replace all'; routes: Route[]; signedBy: string }
  | { kind: 'hold identities'; identities: Identities }
  | { kind: 'name hosts without identity'; signedBy: string }
  | { kind: 'count' }
  /** Asks for the hash of the table, by which routers are compared. */
  | { kind: 'digest' }
  | { kind: 'drain'; addresses: Address[]; timeout: number }
  /** With the process that is meant: the socket may be that of its successor already. */
  | { kind: 'leave'; grace: number; pid?: number }

/** The router's answer to a command: success, or the error. */
export interface Answer {
  problem?: string
  /** Error code of the system, such as `ENOSPC`. */
  code?: string
  /** Hosts that need a certificate by the given authority. */
  hostsWithoutIdentity?: string[]
  /** Fingerprints of certificates to be stored before they can be assigned. */
  missingCertificates?: string[]
  statistics?: RouterStatistics
  /** Hash of routes, assigned certificates and challenges. */
  digest?: string
}

/** Control socket in the router's folder. */
export const controlSocket = 'control.sock'

/** Folder of the access log's segments in the router's folder. */
export const accessLogFolder = 'access-log'
