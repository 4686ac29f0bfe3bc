import { join } from 'node:path'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import { loopbackAddresses } from '#kit/net/host-loopback.ts'
import type { Plan } from '#providers/cellar/plans.ts'
import { makeOwnedFolder, startServer } from '#providers/kit/process/server-process.ts'
import type { SystemUser } from '#providers/kit/process/system-user.ts'
import { answering } from '#providers/kit/servers/answering.ts'
import type { ServerRecord } from '#providers/kit/servers/record.ts'

/** The gateway of an add-on. */
export interface Server {
  readonly port: number
  /** Secret of its administrator. */
  readonly secret: string
}

export const administrator = 'berth'
/** Folder of the buckets inside the sandbox of the gateway. */
const bucketsHome = '/buckets'
const accountsHome = '/accounts'
const program = '/gateway/versitygw'
/** No bucket has an underscore in its name. */
const healthPath = '/_health'
/**
 * As many requests work at files at the same time: an upload is one of them as long as it lasts, so that with fewer the slow ones would
 * keep all others waiting.
 */
const maxConnections = 1000
const megabyte = 1024 * 1024
const healthTimeout = 10_000

/** User of the gateways' files and processes, as root: no package makes one, and instances have higher numbers. */
const gatewayUser = (): SystemUser | undefined =>
  process.getuid?.() === 0 ? { uid: 199_000, gid: 199_000 } : undefined

export const limitsFor = ({ memory }: Plan): GroupLimits => ({
  memoryMegabytes: Math.ceil(memory / megabyte),
  cpus: 1,
  // A thread for each request that waits for the disk.
  processes: maxConnections + 100,
})

/** Folder of the buckets, in that of the server. */
export const bucketsFolder = (folder: string) => join(folder, 'buckets')

/** Starts the gateway of a folder, unless it runs. */
export async function startGateway(
  folder: string,
  { port, password, limits }: ServerRecord,
  programPath: string,
): Promise<Server> {
  const user = gatewayUser()
  const [own, accounts] = [join(folder, 'own'), join(folder, 'accounts')]
  await makeOwnedFolder(folder, undefined)
  for (const path of [own, accounts, bucketsFolder(folder)]) await makeOwnedFolder(path, user)
  const addresses = loopbackAddresses.flatMap((address) => ['--port', `${address}:${port}`])
  await startServer({
    folder,
    own,
    user,
    limits,
    stopSignal: 'SIGTERM',
    mounts: [
      { source: programPath, target: program },
      { source: bucketsFolder(folder), target: bucketsHome, isWritable: true },
      { source: accounts, target: accountsHome, isWritable: true },
    ],
    env: {
      ROOT_ACCESS_KEY: administrator,
      ROOT_SECRET_KEY: password,
      // The rest is for what the kernel caches of files.
      GOMEMLIMIT: `${Math.floor(limits.memoryMegabytes / 2)}MiB`,
    },
    command: [
      ...([program, '--quiet', '--health', healthPath, ...addresses] as const),
      ...['--max-connections', `${maxConnections}`, '--max-requests', `${maxConnections}`],
      // Its cache can keep an account as it was before a change for two minutes, when a request is under way meanwhile.
      ...['--iam-dir', accountsHome, '--iam-cache-disable'],
      ...['posix', '--concurrency', `${maxConnections}`, bucketsHome],
    ],
  })
  await answering(folder, async () => {
    const signal = AbortSignal.timeout(healthTimeout)
    const { ok, status } = await fetch(`http://127.0.0.1:${port}${healthPath}`, { signal })
    if (!ok) throw new Error(`the gateway answers its health check with ${status}`)
  })
  return { port, secret: password }
}
