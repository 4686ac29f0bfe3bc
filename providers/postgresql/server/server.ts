import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Vault } from '#kit/crypto/vault.ts'
import { freePort, lastingPort } from '#kit/net/free-port.ts'
import { loopbackAddresses } from '#kit/net/host-loopback.ts'
import { createClientSessions } from '#providers/kit/process/client-sessions.ts'
import { serverMemory } from '#providers/kit/process/groups.ts'
import {
  type ProgramOptions,
  type RunOptions,
  runProgram,
} from '#providers/kit/process/run-program.ts'
import { home, socketHome } from '#providers/kit/process/sandbox.ts'
import {
  findServer,
  makeOwnedFolder,
  type ServerProcess,
  socketFolder,
  startServer,
  stopServer,
} from '#providers/kit/process/server-process.ts'
import { systemUser } from '#providers/kit/process/system-user.ts'
import { type SealedFiles, sealedFiles } from '#providers/kit/resources/sealed-file.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import { tlsFile, tlsMount, writeTlsFile } from '#providers/kit/servers/tls-file.ts'
import { floodSettings } from './flood-settings.ts'
import type { Locales } from './locales.ts'
import { administrator, makeCluster } from './make-cluster.ts'
import { findPrograms } from './programs.ts'
import { statementSettings } from './statement-settings.ts'

/** A running PostgreSQL server. */
export interface Server {
  readonly port: number
  /** Such as `15.18`. */
  readonly version: string
  /** Its data folder, which belongs to its user: for measuring only. */
  readonly cluster: string
  /** Memory of its processes in bytes; `undefined` where the machine does not count it. */
  memory(): Promise<number | undefined>
  /** The name inside of the server of a locale for a new database, such as `en_GB`. */
  locale: Locales['provide']
  /** Runs statements as administrator; returns selected rows as lines with tab-separated columns. */
  run(statements: string): Promise<string>
  /** Runs a query as one of its customers, with short timeouts and the names of the server's own catalogue only. */
  ask(login: Login, query: string): Promise<string>
  /** Runs a PostgreSQL program on one of its databases; a dump is read from, or written to, a file of ours. */
  use(
    program: 'pg_dump' | 'pg_restore',
    args: readonly string[],
    login: Login,
    streams: Pick<RunOptions, 'inputFile' | 'outputFile' | 'maxOutputBytes' | 'timeout'>,
  ): Promise<void>
  stop(): Promise<void>
}

/** User and database of a client; the administrator without a user. */
export interface Login {
  database: string
  user?: string
  password?: string
}

/** Customers connect by TCP, through the platform's firewall; the administrator by the Unix socket only. */
const rules = `local all all scram-sha-256
host all ${administrator} all reject
host all all 0.0.0.0/0 scram-sha-256
`
const rulesFile = '/config/pg_hba.conf'
const startTimeout = 60_000
const copyTimeout = 3_600_000
const askTimeout = 20_000
/** Settings that a customer may have set for its user otherwise. */
const cautiously = '-c search_path=pg_catalog -c statement_timeout=5s -c lock_timeout=1s'

/** Stored facts for finding a server again. */
interface Identity {
  port: number
  password: string
}

/** Options that differ between servers. */
export interface ServerOptions extends Pick<ServerProcess, 'limits' | 'maxDataBytes'> {
  settings: readonly string[]
  access: ServerAccess
  locales: Locales
}

/** Starts the server of a folder, initialising it if missing; a running one is left alone. */
export async function openServer(
  folder: string,
  options: ServerOptions,
  vault: Vault,
): Promise<Server> {
  const files = sealedFiles(vault)
  const programs = await findPrograms()
  const user = await systemUser('postgres')
  const identity = await identityOf(folder, files)
  const { password } = identity
  const cluster = await makeCluster({ folder, programs, user, password })
  if (!(await findServer(folder))) {
    identity.port = await portFor(identity.port, options.access)
    await files.write(identityFile(folder), identity)
  }
  const { settings, limits, maxDataBytes, locales } = options
  const counting = await statementSettings(programs)
  const all = [
    ...[`port=${identity.port}`, ...fixedSettings, ...floodSettings],
    ...[...counting, ...settings],
  ]
  const tls = await writeTlsFile(folder, user, options.access.tls)
  await makeOwnedFolder(locales.mount.source, user)
  await startServer({
    folder,
    own: cluster,
    user,
    limits,
    maxDataBytes,
    stopSignal: 'SIGINT',
    mounts: [tlsMount(folder), locales.mount],
    env: locales.env,
    command: [join(programs, 'postgres'), '-D', home, ...all.flatMap((each) => ['-c', each])],
    files: { [rulesFile]: rules },
  })
  const commandOf = (program: string, login: Login): [string, ...string[]] => [
    join(programs, program),
    ...['--host', socketHome, '--port', `${identity.port}`, '--no-password'],
    ...['--username', login.user ?? administrator, '--dbname', login.database],
  ]
  /** A client's sandbox contains only the server's socket. */
  const clientOf = (login: Login): ProgramOptions => ({
    user,
    mounts: [{ source: socketFolder(folder), target: socketHome }],
    env: { PGPASSWORD: login.password ?? password, PGCONNECT_TIMEOUT: '10' },
  })
  const ours: Login = { database: 'postgres' }
  const sessions = createClientSessions({
    command: [...commandOf('psql', ours), ...quietly],
    options: clientOf(ours),
    print: (word) => `select '${word}';`,
    reset: 'discard all;',
  })
  const run = (statements: string) => sessions.run(`${lockTimeout}\n${statements}`)
  const version = await answering(folder, () => run('show server_version;'))
  if (tls.isNew) {
    await run('select pg_reload_conf();')
    await tls.isKnown()
  }
  return {
    port: identity.port,
    cluster,
    memory: () => serverMemory(folder),
    version: version.trim().split(' ')[0] ?? '',
    locale: locales.provide,
    run,
    ask: (login, query) => {
      const { env, ...client } = clientOf(login)
      return runProgram([...commandOf('psql', login), ...quietly, '--command', query], {
        ...client,
        env: { ...env, PGOPTIONS: cautiously },
        timeout: askTimeout,
      })
    },
    async use(program, args, login, streams) {
      await runProgram([...commandOf(program, login), ...args], {
        timeout: copyTimeout,
        ...streams,
        ...clientOf(login),
      })
    },
    stop: () => stopServer(folder, 'SIGINT'),
  }
}

/** A customer can lock what we want to change, such as the entry of its own role. */
const lockTimeout = `set lock_timeout = '10s';`

const quietly = [
  ...['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--field-separator', '\t'],
  ...['--set', 'ON_ERROR_STOP=1'],
]

const fixedSettings = [
  ...[`listen_addresses=${loopbackAddresses}`, `unix_socket_directories=${socketHome}`],
  ...['ssl=on', `ssl_cert_file=${tlsFile}`, `ssl_key_file=${tlsFile}`],
  ...['unix_socket_permissions=0700', `hba_file=${rulesFile}`],
  ...['log_timezone=UTC', 'log_line_prefix=%m '],
  // Customers could keep either of them open forever.
  ...['max_prepared_transactions=0', 'max_replication_slots=0'],
]

/** Polls until the server answers. */
async function answering(folder: string, ask: () => Promise<string>): Promise<string> {
  const end = performance.now() + startTimeout
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isOver = performance.now() > end || !(await findServer(folder))
      if (isOver) throw error
      await sleep(50)
    }
  }
}

/** The previous port, if it is still free. */
async function portFor(known: number, { ports }: ServerAccess): Promise<number> {
  return known > 0 && (await freePort(known)) === known ? known : lastingPort(ports)
}

const identityFile = (folder: string) => join(folder, 'server.json')

async function identityOf(folder: string, files: SealedFiles): Promise<Identity> {
  const known = await files.read<Identity>(identityFile(folder))
  if (known) return known
  const identity = { port: 0, password: randomBytes(24).toString('hex') }
  await files.write(identityFile(folder), identity)
  return identity
}
