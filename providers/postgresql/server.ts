import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#providers/kit/free-port.ts'
import { runProgram } from '#providers/kit/run-program.ts'
import { systemUser } from '#providers/kit/system-user.ts'
import { findPrograms } from './programs.ts'

/** A PostgreSQL server of ours, which is running. */
export interface Server {
  readonly port: number
  /** Such as `15.18`. */
  readonly version: string
  /** Runs statements of ours as its administrator; what they select, one row a line, columns between tabs. */
  run(statements: string, database?: string): Promise<string>
  stop(): Promise<void>
}

const administrator = 'berth'
/** It listens on the loopback address alone; applications come through the platform, from addresses of its own. */
const rules = `host all all 0.0.0.0/0 scram-sha-256
`

interface Identity {
  port: number
  password: string
}

/** Starts the server of a folder, making it first if it is not there; one that runs already is left running. */
export async function openServer(folder: string, settings: readonly string[]): Promise<Server> {
  const programs = await findPrograms()
  const user = await systemUser('postgres')
  const cluster = join(folder, 'cluster')
  const control = (...args: string[]) =>
    runProgram([join(programs, 'pg_ctl'), '--pgdata', cluster, '--silent', ...args], { user })

  const identity = await identityOf(folder)
  await makeCluster({ folder, cluster, programs, user, identity })
  const isRunning = await control('status').then(
    () => true,
    () => false,
  )
  if (!isRunning) {
    identity.port = await freePort(identity.port)
    await saveIdentity(folder, identity)
    const options = ['listen_addresses=127.0.0.1', "unix_socket_directories=''", ...settings]
    await control(
      ...['start', '--wait', '--timeout', '60', '--log', join(cluster, 'server.log')],
      ...['--options', [`port=${identity.port}`, ...options].map((each) => `-c ${each}`).join(' ')],
    )
  }
  const run = (statements: string, database = 'postgres') =>
    runProgram(
      [
        join(programs, 'psql'),
        ...['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--field-separator', '\t'],
        ...['--set', 'ON_ERROR_STOP=1', '--host', '127.0.0.1', '--port', `${identity.port}`],
        ...['--username', administrator, '--dbname', database],
      ],
      { input: statements, env: { PGPASSWORD: identity.password, PGCONNECT_TIMEOUT: '10' } },
    )
  const version = (await run('show server_version;')).trim().split(' ')[0] ?? ''
  return {
    port: identity.port,
    version,
    run,
    async stop() {
      await control('stop', '--mode', 'fast', '--wait', '--timeout', '60')
    },
  }
}

const identityFile = (folder: string) => join(folder, 'server.json')

async function identityOf(folder: string): Promise<Identity> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
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
  user: { uid: number; gid: number } | undefined
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
  const passwordFile = join(cluster, '..', 'password')
  await writeFile(passwordFile, identity.password, { mode: 0o600 })
  if (user) for (const path of [cluster, passwordFile]) await chown(path, user.uid, user.gid)
  await runProgram(
    [
      join(programs, 'initdb'),
      ...['--pgdata', cluster, '--username', administrator, '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
    ],
    { user, deadline: 120_000 },
  )
  await rm(passwordFile)
  await writeFile(join(cluster, 'pg_hba.conf'), rules)
  await writeFile(finished, '')
}
