import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { BlockList } from 'node:net'
import { createKeyedLimit } from '#kit/concurrency/keyed-limit.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { HttpGuard } from '#kit/net/limits/http-guard.ts'
import { openProtocolMux } from '#kit/net/protocol-mux.ts'
import type { SshService } from '#ssh/ssh-front.ts'
import { sshListener } from '#ssh/ssh-listener.ts'
import type { Git } from './git.ts'
import type { GitBackend } from './git-backend.ts'
import type { Limits, Listener } from './git-session.ts'
import { httpListener, httpsListener } from './https/https-listener.ts'
import { checkHook } from './push/push-checks.ts'
import { noReplication, type Replication } from './replication/replication.ts'
import { removeUnfinished } from './repository.ts'
import { gitOverSsh } from './ssh/git-over-ssh.ts'
import { type CommitMeasures, createCommitMeasures } from './trees/measure-commit.ts'
import { createWarmPool } from './warm-pool.ts'
import type { WarmSources } from './warm-sources.ts'

/**
 * Time to wait for the client's first bytes before the SSH greeting: `ssh-keyscan` waits five seconds for it, and a slow
 * TLS client would fail on it.
 */
const silence = 4000
/** Concurrent unpacks per user, because each takes a CPU. */
const maxUnpacksPerUser = 4
/** Time allowed to a push after its connection was cut. */
const lastTimeout = 5000

export interface GitServerOptions {
  host: string
  /** 0 selects a free port. */
  port: number
  /** Folder of all repositories; created if missing. */
  folder: string
  git: Git
  /** Shared with those who deploy the commits. */
  measures?: CommitMeasures | undefined
  /** Shared with those who deploy the commits. */
  warmSources?: WarmSources | undefined
  backend: GitBackend
  /** Absent on the only server of a platform. */
  replication?: Replication | undefined
  /** TLS certificate and key. */
  identity: Identity
  /** SSH host key, as made by `createHostKey`. */
  hostKey: string
  limits: Limits
  /** Serves SSH clients with other user names than `git`. */
  otherSsh?: readonly SshService[] | undefined
  /** Counts connections of clients; absent for no limits but that of the process. */
  clients?: ClientLimits | undefined
  /** Proxies whose X-Forwarded-For is used. */
  trustedProxies?: BlockList | undefined
  /** Called with unexpected errors, and the id that the client was told. */
  onBug(error: unknown, id: string): void
}

export interface GitServer {
  readonly port: number
  /** Accepts no more clients, and waits this many milliseconds for pushes in progress. */
  close(timeout?: number): Promise<void>
}

/** Git server for push and fetch, over SSH and HTTPS on one port. */
export async function openGitServer(options: GitServerOptions): Promise<GitServer> {
  const { host, port, folder, git, backend, identity, hostKey, limits, onBug } = options
  const { replication = noReplication, measures = createCommitMeasures() } = options
  const { trustedProxies, clients = new ClientLimits({ maxPerClient: 0, trustedProxies }) } =
    options
  await mkdir(folder, { recursive: true })
  await removeUnfinished(folder)
  await checkHook()
  const reportBug = (error: unknown) => {
    const id = randomUUID()
    onBug(error, id)
    return id
  }
  const underWay = new Set<Promise<void>>()
  const listener: Listener = {
    folder,
    git,
    measures,
    warmSources: options.warmSources,
    receivePacks: createWarmPool(),
    backend,
    replication,
    limits,
    reportBug,
    withLock: createKeyedMutex(),
    underWay,
    conversations: createKeyedSlots(),
    unpackLimit: createKeyedLimit(maxUnpacksPerUser),
  }
  const guard = new HttpGuard({ clients, trustedProxies })
  const ssh = sshListener(
    {
      services: [gitOverSsh(listener), ...(options.otherSsh ?? [])],
      callerBySshKey: (key) => backend.callerBySshKey(key),
      connections: createKeyedSlots(),
      connectionsPerUser: limits.connectionsPerUser,
      reportBug,
    },
    hostKey,
    clients,
  )
  const opened = await openProtocolMux({
    host,
    port,
    clients,
    onTls: httpsListener(listener, identity, guard),
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
