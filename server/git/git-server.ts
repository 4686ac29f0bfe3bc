import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createKeyedLimit } from '#kit/concurrency/keyed-limit.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import { openProtocolMux } from '#kit/net/protocol-mux.ts'
import type { Git } from './git.ts'
import type { GitBackend } from './git-backend.ts'
import type { Limits, Listener } from './git-session.ts'
import { httpListener, httpsListener } from './https/https-listener.ts'
import { checkHook } from './push/push-checks.ts'
import { removeUnfinished } from './repository.ts'
import { sshListener } from './ssh/ssh-listener.ts'

/** Few SSH clients wait to be greeted, and on a busy machine a TLS client may be late: greeted, it would give up. */
const silence = 3000
/** Pushes of one user that git stores at the same time: that takes a processor each. */
const maxUnpacksPerUser = 4
/** What a push gets to end after its connection was cut. */
const lastTimeout = 5000

export interface GitServerOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  /** The folder of all repositories; made if it is not there. */
  folder: string
  git: Git
  gate: GitBackend
  /** What HTTPS clients are shown. */
  identity: Identity
  /** What SSH clients are shown: a private key as `createHostKey` makes it. */
  hostKey: string
  limits: Limits
  /** Writes a line for the operator. */
  log(line: string): void
}

export interface GitServer {
  readonly port: number
  /** Lets nobody in any more, and gives pushes under way so many milliseconds to end. */
  close(timeout?: number): Promise<void>
}

/** Lets git clients push to and fetch from the repositories, over SSH and HTTPS on one port. */
export async function openGitServer(options: GitServerOptions): Promise<GitServer> {
  const { host, port, folder, git, gate, identity, hostKey, limits, log } = options
  await mkdir(folder, { recursive: true })
  await removeUnfinished(folder)
  await checkHook()
  const reportBug = (error: unknown) => {
    const id = randomUUID()
    log(`bug ${id}: ${error instanceof Error ? error.stack : error}`)
    return id
  }
  const underWay = new Set<Promise<void>>()
  const listener: Listener = {
    folder,
    git,
    gate,
    limits,
    reportBug,
    inTurn: createKeyedMutex(),
    underWay,
    conversations: createKeyedSlots(),
    sshConnections: createKeyedSlots(),
    unpackTurn: createKeyedLimit(maxUnpacksPerUser),
  }
  const ssh = sshListener(listener, hostKey)
  const opened = await openProtocolMux({
    host,
    port,
    onTls: httpsListener(listener, identity),
    onHttp: httpListener(),
    onSsh: ssh.receive,
    silence,
  })
  return {
    port: opened.port,
    async close(timeout = 10_000) {
      const closed = opened.close(timeout)
      ssh.close()
      await closed
      const ended = Promise.all(underWay)
      await withTimeout(ended, lastTimeout, 'the end of the last push').catch(reportBug)
    },
  }
}
