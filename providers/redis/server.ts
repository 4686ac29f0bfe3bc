import { createHash } from 'node:crypto'
import { lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunOptions, runProgram } from '#providers/kit/process/run-program.ts'
import { home, socketHome } from '#providers/kit/process/sandbox.ts'
import {
  makeOwnedFolder,
  socketFolder,
  startServer,
} from '#providers/kit/process/server-process.ts'
import { type SystemUser, systemUser } from '#providers/kit/process/system-user.ts'
import { answering } from '#providers/kit/servers/answering.ts'
import type { ServerRecord } from '#providers/kit/servers/record.ts'
import { type Answer, ping } from './ping.ts'
import { administrator, fixedSettings } from './settings.ts'

/** A running Redis server. */
export interface Server {
  readonly port: number
  /** Runs a command as administrator and returns the reply. */
  ask(...command: string[]): Promise<string>
  /** Whether it answers. */
  ping(): Promise<Answer>
  /** Dumps all its data to a new file of at most `maxBytes`. */
  save(path: string, maxBytes: number): Promise<void>
}

const program = '/usr/bin/redis-server'
const settingsFile = '/config/redis.conf'
const socket = `${socketHome}/redis.sock`
const askTimeout = 30_000
/** Longer than a script runs before the server answers BUSY. */
const pingTimeout = 30_000
const saveTimeout = 10 * 60_000

/** Data folder of a server, created if missing. */
export async function dataFolder(folder: string): Promise<string> {
  const own = join(folder, 'own')
  await makeOwnedFolder(folder, undefined)
  await makeOwnedFolder(own, await systemUser('redis'))
  return own
}

/** Starts the server of a folder, unless it runs. */
export async function startRedis(folder: string, record: ServerRecord): Promise<Server> {
  const { port, password, limits } = record
  const [own, user] = [await dataFolder(folder), await systemUser('redis')]
  await removeOldSettings(own, user)
  await startServer({
    folder,
    own,
    user,
    limits,
    stopSignal: 'SIGTERM',
    command: [program, settingsFile],
    files: { [settingsFile]: settingsText(record) },
  })
  const run = clientOf(folder, user, password)
  const server: Server = {
    port,
    ask: (...command) => run(command, { timeout: askTimeout }),
    ping: () => ping({ port, password }, pingTimeout),
    save: async (path, maxOutputBytes) => {
      await run(['--rdb', '-'], { outputFile: path, maxOutputBytes, timeout: saveTimeout })
      await trimEndMark(path)
    },
  }
  await answering(folder, () => server.ping().then(requireStarted))
  return server
}

/** Removes the file in which earlier versions stored the administrator's password in plaintext. */
async function removeOldSettings(own: string, user: SystemUser | undefined): Promise<void> {
  const found = await lstat(join(own, 'redis.conf')).catch(() => undefined)
  if (found) await runProgram(['rm', '--force', `${home}/redis.conf`], { folder: own, user })
}

/** Runs the client as administrator, in a sandbox with only the server's socket. */
const clientOf =
  (folder: string, user: SystemUser | undefined, password: string) =>
  (args: readonly string[], options: RunOptions) =>
    runProgram(
      [
        ...(['/usr/bin/redis-cli', '-e', '-s', socket] as const),
        ...['--user', administrator, '--no-auth-warning', ...args],
      ],
      {
        ...options,
        user,
        mounts: [{ source: socketFolder(folder), target: socketHome }],
        env: { REDISCLI_AUTH: password },
      },
    )

function settingsText({ port, password, settings }: ServerRecord): string {
  const digest = createHash('sha256').update(password).digest('hex')
  const lines = [
    ...[`port ${port}`, `unixsocket ${socket}`, 'unixsocketperm 700'],
    ...[...fixedSettings, ...settings],
    `user ${administrator} on #${digest} ~* &* +@all`,
  ]
  return `${lines.join('\n')}\n`
}

/** A server at its connection limit or busy with a script counts as running. */
function requireStarted(answer: Answer): void {
  if (answer !== 'ready' && answer !== 'busy') throw new Error(`the server is ${answer}`)
}

const markLength = 40

/**
 * Removes the 40 hexadecimal digits that mark the end of a streamed RDB file: `redis-cli` leaves them in when it writes
 * to a pipe. A file without them ends with a checksum after 0xFF, which is not a digit.
 */
async function trimEndMark(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const length = Math.min(size, markLength)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    if (!/^[0-9a-f]{40}$/.test(buffer.toString('latin1'))) return
    await file.truncate(size - markLength)
    await file.sync()
  } finally {
    await file.close()
  }
}
