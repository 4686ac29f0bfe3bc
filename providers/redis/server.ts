import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#providers/kit/run-program.ts'
import { home } from '#providers/kit/sandbox.ts'
import { startServer } from '#providers/kit/server-process.ts'
import { answering } from '#providers/kit/servers/answering.ts'
import type { ServerRecord } from '#providers/kit/servers/record.ts'
import { systemUser } from '#providers/kit/system-user.ts'
import { administrator, fixedSettings } from './settings.ts'

/** A Redis server of ours, which is running. */
export interface Server {
  readonly port: number
  /** What it answers to a command of its administrator. */
  ask(...command: string[]): Promise<string>
  /** Writes all that it holds into a new file. */
  save(path: string): Promise<void>
}

const program = '/usr/bin/redis-server'
const saveDeadline = 10 * 60_000

/** The folder that belongs to the server itself. */
export async function ownFolder(folder: string): Promise<string> {
  const [own, user] = [join(folder, 'own'), await systemUser('redis')]
  await mkdir(own, { recursive: true, mode: 0o700 })
  if (user) await chown(own, user.uid, user.gid)
  return own
}

/** Starts the server of a folder, unless it runs. */
export async function startRedis(folder: string, record: ServerRecord): Promise<Server> {
  const { port, password } = record
  const [own, user] = [await ownFolder(folder), await systemUser('redis')]
  await writeSettings(own, record)
  await startServer({ folder, own, user, command: [program, join(home, 'redis.conf')] })
  const run = (args: readonly string[], deadline?: number) =>
    runProgram(
      [
        ...(['redis-cli', '-e', '-h', '127.0.0.1', '-p', `${port}`] as const),
        ...['--user', administrator, '--no-auth-warning', ...args],
      ],
      { env: { REDISCLI_AUTH: password }, ...(deadline && { deadline }) },
    )
  const server: Server = {
    port,
    ask: (...command) => run(command),
    save: async (path) => void (await run(['--rdb', path], saveDeadline)),
  }
  await answering(folder, () => server.ask('PING').catch(unlessFull))
  return server
}

async function writeSettings(own: string, record: ServerRecord): Promise<void> {
  const { port, password, settings } = record
  const lines = [
    ...[`port ${port}`, ...fixedSettings, ...settings],
    `user ${administrator} on >${password} ~* &* +@all`,
  ]
  const path = join(own, 'redis.conf')
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 })
  const user = await systemUser('redis')
  if (user) await chown(path, user.uid, user.gid)
}

/** A server that is full of customers is one that runs. */
function unlessFull(error: Error): string {
  if (/max number of clients reached/.test(error.message)) return ''
  throw error
}
