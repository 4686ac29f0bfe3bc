import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#providers/kit/free-port.ts'
import { type RunOptions, runProgram } from '#providers/kit/run-program.ts'
import { home, inSandbox } from '#providers/kit/sandbox.ts'
import { findServer, startServer, stopServer } from '#providers/kit/server-process.ts'
import { type SystemUser, systemUser } from '#providers/kit/system-user.ts'
import { findPrograms } from './programs.ts'

/** A PostgreSQL server of ours, which is running. */
export interface Server {
  readonly port: number
  /** Such as `15.18`. */
  readonly version: string
  /** Runs statements of ours as its administrator; what they select, one row a line, columns between tabs. */
  run(statements: string, database?: string): Promise<string>
  /** Runs one of PostgreSQL's own programs with one of its databases. */
  use(program: 'pg_dump' | 'pg_restore', args: readonly string[], login: Login): Promise<void>
  stop(): Promise<void>
}

/** Who comes to which database; without a user its administrator. */
export interface Login {
  database: string
  user?: string
  password?: string
}

const administrator = 'berth'
/** It listens on the loopback address alone; applications come through the platform, from addresses of its own. */
const rules = 'host all all 0.0.0.0/0 scram-sha-256\n'
const startDeadline = 60_000
const copyDeadline = 3_600_000

/** What has to be known of a server to find it again. */
interface Identity {
  port: number
  password: string
}

/** Starts the server of a folder, making it first if it is not there; one that runs already is left running. */
export async function openServer(folder: string, settings: readonly string[]): Promise<Server> {
  const programs = await findPrograms()
  const user = await systemUser('postgres')
  const cluster = join(folder, 'cluster')
  const identity = await identityOf(folder)
  await makeCluster({ folder, cluster, programs, user, identity })
  if (!(await findServer(folder))) {
    identity.port = await freePort(identity.port)
    await saveIdentity(folder, identity)
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    const options = [`port=${identity.port}`, ...fixedSettings, ...settings]
    await startServer({
      ...{ folder, own: cluster, user },
      command: [join(programs, 'postgres'), '-D', home, ...options.flatMap((each) => ['-c', each])],
    })
  }
  const call = (program: string, args: readonly string[], login: Login, options: RunOptions) => {
    const { database, user = administrator, password = identity.password } = login
    return runProgram(
      [
        join(programs, program),
        ...['--host', '127.0.0.1', '--port', `${identity.port}`, '--no-password'],
        ...['--username', user, '--dbname', database, ...args],
      ],
      { ...options, env: { PGPASSWORD: password, PGCONNECT_TIMEOUT: '10' } },
    )
  }
  const run = (input: string, database = 'postgres') =>
    call('psql', quietly, { database }, { input })
  const version = await answering(folder, () => run('show server_version;'))
  return {
    port: identity.port,
    version: version.trim().split(' ')[0] ?? '',
    run,
    async use(program, args, login) {
      await call(program, args, login, { deadline: copyDeadline })
    },
    stop: () => stopServer(folder, 'SIGINT'),
  }
}

const quietly = [
  ...['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--field-separator', '\t'],
  ...['--set', 'ON_ERROR_STOP=1'],
]

const fixedSettings = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories='],
  ...['log_timezone=UTC', 'log_line_prefix=%m '],
]

/** Its answer, once it gives one. */
async function answering(folder: string, ask: () => Promise<string>): Promise<string> {
  const end = Date.now() + startDeadline
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isOver = Date.now() > end || !(await findServer(folder))
      if (isOver) throw error
      await sleep(50)
    }
  }
}

const identityFile = (folder: string) => join(folder, 'server.json')

async function identityOf(folder: string): Promise<Identity> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const text = await readFile(identityFile(folder), 'utf8').catch(() => undefined)
  if (text !== undefined) return JSON.parse(text)
  const identity = { port: 0, password: randomBytes(24).toString('hex') }
  await saveIdentity(folder, identity)
  return identity
}

const saveIdentity = (folder: string, identity: Identity) =>
  writeFile(identityFile(folder), JSON.stringify(identity), { mode: 0o600 })

/** A cluster that was made halfway is made anew: nothing is in it before it has its rules. */
async function makeCluster(making: {
  folder: string
  cluster: string
  programs: string
  user: SystemUser | undefined
  identity: Identity
}): Promise<void> {
  const { folder, cluster, programs, user, identity } = making
  const finished = join(folder, 'made')
  const isMade = await stat(finished).then(
    () => true,
    () => false,
  )
  if (isMade) return
  await rm(cluster, { recursive: true, force: true })
  await mkdir(cluster, { mode: 0o700 })
  if (user) await chown(cluster, user.uid, user.gid)
  // Readable to whoever is inside the sandbox; outside, nobody else passes through the folder.
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, identity.password, { mode: 0o644 })
  const command = [
    join(programs, 'initdb'),
    ...['--pgdata', home, '--username', administrator, '--pwfile', '/password'],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
  ] as const
  const initialise = inSandbox(cluster, user, command, ['--ro-bind', passwordFile, '/password'])
  await runProgram(initialise, { deadline: 120_000 })
  await rm(passwordFile)
  await writeFile(join(cluster, 'pg_hba.conf'), rules)
  await writeFile(finished, '')
}
