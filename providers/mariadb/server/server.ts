import { loopbackAddresses } from '#kit/net/host-loopback.ts'
import { createClientSessions } from '#providers/kit/process/client-sessions.ts'
import { serverMemory } from '#providers/kit/process/groups.ts'
import { type ProgramOptions, runProgram } from '#providers/kit/process/run-program.ts'
import { home, socketHome } from '#providers/kit/process/sandbox.ts'
import { findServer, socketFolder, startServer } from '#providers/kit/process/server-process.ts'
import { type SystemUser, systemUser } from '#providers/kit/process/system-user.ts'
import type { ServerRecord } from '#providers/kit/servers/record.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import { tlsFile, tlsMount, writeTlsFile } from '#providers/kit/servers/tls-file.ts'
import { programVersion } from '#providers/kit/versions.ts'
import { fileSettings, temporaryFolder } from './file-settings.ts'
import { floodSettings } from './flood-settings.ts'
import { administrator, administratorAccount, makeCluster } from './make-cluster.ts'
import { leaveOutOurs } from './performance-settings.ts'
import { startWithUndoFiles } from './undo-files.ts'

/** A running MariaDB server. */
export interface Server {
  readonly port: number
  /** Such as `10.11.6`. */
  readonly version: string
  /** Runs statements as administrator; returns selected rows as lines with tab-separated columns. */
  run(statements: string): Promise<string>
  /** Its data folder, which belongs to its user: for measuring only. */
  readonly cluster: string
  /** Memory of its processes in bytes; `undefined` where the machine does not count it. */
  memory(): Promise<number | undefined>
  /** PID of the server, while it runs. */
  pid(): Promise<number | undefined>
  /** Names of databases with tables lost at this start. */
  readonly damaged: Set<string>
  /** Dumps a database to a new file. */
  dump(database: string, path: string, options: DumpOptions): Promise<void>
  /** Runs the statements of a file as another user. */
  load(login: Login, path: string, timeout?: number): Promise<void>
}

export interface DumpOptions {
  /** Names of views to leave out. */
  without: readonly string[]
  /** Size limit of the file. */
  maxBytes: number
  /** In milliseconds. */
  timeout?: number | undefined
}

/** User and database of a client. */
export interface Login {
  name: string
  user: string
  password: string
}

const copyTimeout = 3_600_000
const socket = `${socketHome}/mariadb.sock`
const initFile = '/config/init.sql'

const fixedSettings = [
  ...['skip-name-resolve', `datadir=${home}`],
  ...[`ssl-cert=${tlsFile}`, `ssl-key=${tlsFile}`, 'tls-version=TLSv1.2,TLSv1.3'],
  ...['character-set-server=utf8mb4', 'local-infile=0'],
  ...['max-connect-errors=4294967295', 'table-open-cache=1000'],
]

/** Without TLS, which nobody needs on a Unix socket and which costs a client more than all its statements. */
const connecting = ['--no-defaults', '--skip-ssl', `--socket=${socket}`]

/** What is printed comes at once; a connection that was lost is not made anew in the middle of statements. */
const quietly = [
  ...['--batch', '--skip-column-names', '--unbuffered', '--skip-reconnect'],
  '--connect-timeout=10',
]

const dumping = [
  ...['--single-transaction', '--skip-lock-tables', '--routines', '--events', '--hex-blob'],
  ...['--default-character-set=utf8mb4', '--no-tablespaces'],
]

/**
 * The client must not run programs or open files for a dump (`\!`, `source`, `tee`, `load data local`); `delimiter` is
 * the only client command left.
 */
const obeyingNoFile = ['--binary-mode', '--loose-sandbox', '--local-infile=0']

/** Starts the server of a folder, initialising it if missing; a running one is left alone. */
export async function startMariadb(
  folder: string,
  record: ServerRecord,
  access: ServerAccess,
): Promise<Server> {
  const { port, password, settings, limits } = record
  const [cluster, user] = [await makeCluster(folder), await systemUser('mysql')]
  const options = [
    ...[`port=${port}`, `socket=${socket}`, `init-file=${initFile}`],
    ...[`bind-address=${await listenAddresses()}`],
    ...[...fixedSettings, ...fileSettings, ...floodSettings, ...settings],
  ]
  const tls = await writeTlsFile(folder, user, access.tls)
  const start = async (more: readonly string[]) => {
    await makeTemporaryFolder(cluster, user)
    await startServer({
      folder,
      own: cluster,
      user,
      limits,
      stopSignal: 'SIGTERM',
      mounts: [tlsMount(folder)],
      command: [
        ...(['/usr/sbin/mariadbd', '--no-defaults'] as const),
        ...[...options, ...more].map((each) => `--${each}`),
      ],
      files: { [initFile]: administratorAccount(password) },
    })
  }
  const as = (login: string) => [...connecting, `--user=${login}`]
  /** A client's sandbox contains only the server's socket. */
  const clientOf = (secret: string): ProgramOptions => ({
    user,
    mounts: [{ source: socketFolder(folder), target: socketHome }],
    env: { MYSQL_PWD: secret },
  })
  const asUs = as(administrator)
  const { run } = createClientSessions({
    command: ['/usr/bin/mariadb', ...asUs, ...quietly],
    options: clientOf(password),
    print: (word) => `select '${word}';`,
    // There is no statement for it; those of ours leave nothing behind.
    reset: '',
  })
  const ask = () => run('select version();')
  const launch = { folder, cluster, user, start, ask }
  const { answer, damaged } = await startWithUndoFiles(launch, run)
  await run(leaveOutOurs(administrator))
  if (tls.isNew) {
    await run('flush ssl;')
    await tls.isKnown()
  }
  return {
    port,
    cluster,
    memory: () => serverMemory(folder),
    damaged,
    pid: () => findServer(folder),
    version: answer.split('-')[0] ?? '',
    run,
    async dump(database, path, { without, maxBytes, timeout = copyTimeout }) {
      const ignored = without.map((view) => `--ignore-table=${database}.${view}`)
      const args = [...asUs, ...dumping, ...ignored, database]
      await runProgram(['/usr/bin/mariadb-dump', ...args], {
        ...clientOf(password),
        outputFile: path,
        maxOutputBytes: maxBytes,
        timeout,
      })
    },
    async load(login, path, timeout = copyTimeout) {
      const args = [...as(login.user), '--batch', ...obeyingNoFile, login.name]
      const options = { ...clientOf(login.password), inputFile: path, timeout }
      await runProgram(['/usr/bin/mariadb', ...args], options)
    },
  }
}

/** As the server's user, which owns its data folder. */
async function makeTemporaryFolder(cluster: string, user: SystemUser | undefined): Promise<void> {
  const path = `${home}/${temporaryFolder}`
  await runProgram(['/usr/bin/mkdir', '--parents', path], { folder: cluster, user })
}

let knownAddresses: Promise<string> | undefined

/** Listen addresses of this machine's MariaDB version, determined once. */
function listenAddresses(): Promise<string> {
  knownAddresses ??= programVersion('/usr/sbin/mariadbd').then(addressesFor)
  knownAddresses.catch(() => {
    knownAddresses = undefined
  })
  return knownAddresses
}

/** Before version 10.11 a server has only one address. */
export function addressesFor(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < 10 || (major === 10 && minor < 11)
  return isOld ? loopbackAddresses[0] : loopbackAddresses.join(',')
}
