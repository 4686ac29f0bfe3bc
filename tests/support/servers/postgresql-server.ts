import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { systemUser } from '#providers/kit/process/system-user.ts'
import { findPrograms } from '#providers/postgresql/server/programs.ts'
import { Client } from '#stores/postgresql/pg.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'

/** A real PostgreSQL server of one test file, on loopback, without fsync. */
export interface PostgresqlServer extends AsyncDisposable {
  /** Makes a database, a copy of another one if told, and returns its address. */
  createDatabase(options?: { template?: string; as?: string }): Promise<URL>
  /** Runs statements as the administrator. */
  run(database: string, statements: string): Promise<Record<string, unknown>[]>
  /** From now on every login but the administrator's needs its password. */
  requirePasswords(): Promise<void>
  stop(how?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
}

const password = 'a-password-nobody-may-read'

export async function openPostgresqlServer(settings: string[] = []): Promise<PostgresqlServer> {
  const programs = await findPrograms()
  const user = await systemUser('postgres')
  const folder = await mkdtemp(join(memoryTmpdir({ minBytes: 1024 ** 3 }), 'store-postgresql-'))
  if (user) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  await finished(
    spawn(
      join(programs, 'initdb'),
      [
        '--no-sync',
        '--auth=trust',
        '--username=root',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '-D',
        data,
      ],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    ),
  )
  const port = await freePort()
  const fast = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'shared_buffers=32MB',
  ]
  const places = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`]
  let server: ChildProcess | undefined
  const addressOf = (database: string, as = 'root') =>
    new URL(`postgresql://${as}:${password}@127.0.0.1:${port}/${database}`)

  const run = async (database: string, statements: string) => {
    const client = new Client({ connectionString: addressOf(database).href })
    client.on('error', () => {})
    await client.connect()
    try {
      const result = await client.query(statements)
      return (Array.isArray(result) ? result.at(-1) : result).rows
    } finally {
      await client.end()
    }
  }
  const start = async () => {
    server = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...[...fast, ...places, ...settings].flatMap((each) => ['-c', each])],
      { ...user, cwd: folder, stdio: 'ignore' },
    )
    await until(async () => (await run('postgres', 'select 1').catch(() => [])).length === 1, {
      timeout: 300_000,
      what: 'the start of PostgreSQL',
    })
  }
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await start()
  return {
    run,
    start,
    stop,
    async requirePasswords() {
      const rules = 'host all root 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
      await writeFile(join(data, 'pg_hba.conf'), rules)
      await run('postgres', 'select pg_reload_conf()')
    },
    async createDatabase({ template, as } = {}) {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await run('postgres', `create database ${name} ${template ? `template ${template}` : ''}`)
      return addressOf(name, as)
    },
    async [Symbol.asyncDispose]() {
      await stop('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function finished(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
}
