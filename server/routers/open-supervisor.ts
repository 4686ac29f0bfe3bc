import type { BlockList } from 'node:net'
import { join } from 'node:path'
import { ownCompileCache } from '#kit/process/compile-cache.ts'
import type { RouterProgram } from './control/launch.ts'
import { RouterSupervisor } from './control/router-supervisor.ts'

/** How a router is started on this machine. */
export interface RouterOptions {
  /** The router's data folder: its route table, ports, control socket and log. */
  folder: string
  /** Address of both listeners. */
  host: string
  /** 0 chooses a free port and keeps it. */
  httpPort: number
  httpsPort: number
  /** Public HTTPS port, if it differs from the listener's. */
  publicHttpsPort?: number | undefined
  /** The Node executable for the router; the server's own when absent. */
  node?: string
  /** Folder of Node's compile cache; the server's own when absent, else one inside `folder`. */
  compileCache?: string
  /** Milliseconds until an application must begin its response. */
  answerTimeout?: number
  /** Milliseconds in which a visitor must take some of the data that waits for it. */
  readTimeout?: number
  /** Milliseconds in which a visitor must send some of a request body, 500 bytes per second on average. */
  uploadTimeout?: number
  /** Maximum connections and further concurrent requests of one address or IPv6 network of 64 bits; 0 for no limit. */
  maxPerVisitor?: number
  /** Proxies in front of the router whose forwarding headers are trusted. */
  trustedProxies?: BlockList
  /** Maximum lines of access log per application and second; 0 turns the log off. */
  accessLogRate?: number
  /** Milliseconds from the start of the router to that of its standby; `null` means that it has none. */
  standbyDelay?: number | null
  /** Called when a process of a router was spawned. */
  onSpawn?: () => void
  /** Logs a sentence about a problem with the router. */
  say?: (sentence: string) => void
}

const defaultAnswerTimeout = 180_000
const defaultAccessLogRate = 2000
/** Hundreds of people may share an address; each connection takes some tens of kilobytes at most. */
const defaultMaxPerVisitor = 1000
const defaultUploadTimeout = 60_000
const defaultReadTimeout = 120_000
/** A platform that has just started has better uses for its CPU time. */
const defaultStandbyDelay = 3000

/** Connects to the router that an earlier process left in the folder, or starts one, and keeps it running. */
export function openSupervisor(
  program: RouterProgram,
  options: RouterOptions,
): Promise<RouterSupervisor> {
  const { folder, host, httpPort, httpsPort, publicHttpsPort } = options
  return RouterSupervisor.open({
    ...program,
    folder,
    node: options.node ?? process.execPath,
    compileCache: options.compileCache ?? ownCompileCache() ?? join(folder, 'compiled'),
    settings: {
      host,
      httpPort,
      httpsPort,
      ...(publicHttpsPort === undefined ? {} : { publicHttpsPort }),
      answerTimeout: options.answerTimeout ?? defaultAnswerTimeout,
      readTimeout: options.readTimeout ?? defaultReadTimeout,
      uploadTimeout: options.uploadTimeout ?? defaultUploadTimeout,
      maxPerVisitor: options.maxPerVisitor ?? defaultMaxPerVisitor,
      trustedProxies: options.trustedProxies?.rules ?? [],
      accessLogRate: options.accessLogRate ?? defaultAccessLogRate,
      standbyDelay: options.standbyDelay === undefined ? defaultStandbyDelay : options.standbyDelay,
    },
    onSpawn: options.onSpawn,
    say: options.say ?? (() => {}),
  })
}
