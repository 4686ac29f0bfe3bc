import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunOptions, runProgram } from '#providers/kit/process/run-program.ts'
import { home } from '#providers/kit/process/sandbox.ts'
import { stopServer } from '#providers/kit/process/server-process.ts'
import type { SystemUser } from '#providers/kit/process/system-user.ts'
import { answering } from '#providers/kit/servers/answering.ts'
import { quarantineFolder } from './file-settings.ts'

export interface Start {
  /** The server's folder, which is ours; contains the log. */
  folder: string
  /** Its data folder. */
  cluster: string
  user: SystemUser | undefined
  /** Starts the server with additional settings; one that runs with others is restarted. */
  start(more: readonly string[]): Promise<void>
  /** Fails until the server answers. */
  ask(): Promise<string>
}

export interface StartedServer {
  answer: string
  /** Names of databases with tables that InnoDB could not recover. */
  damaged: Set<string>
}

const maxAttempts = 3
/** Recovery may hang forever on a damaged table. */
const hangTimeout = 15_000
const maxLog = 4 * 1024 * 1024
const checkTimeout = 600_000

/**
 * Starts a server even if a customer's table is damaged. InnoDB refuses to start while its redo log refers to a missing
 * or damaged tablespace. So damaged files are quarantined first: missing ones can be skipped with
 * `innodb_force_recovery=1` without harm to other tables, unlike damaged ones. The redo log is empty after that, and
 * the next start is a normal one.
 */
export async function startRecovering(server: Start): Promise<StartedServer> {
  const damaged = new Set<string>()
  for (let attempt = 1; ; attempt += 1) {
    const from = await logSize(server.folder)
    try {
      if (attempt > 1) await recoverWithoutMissing(server, from)
      await server.start([])
      return { answer: await answered(server, from), damaged }
    } catch (problem) {
      const tables = damagedTables(await logFrom(server.folder, from))
      if (tables.length === 0 || attempt === maxAttempts) throw problem
      await stopServer(server.folder, 'SIGKILL')
      for (const { database } of tables) damaged.add(database)
      await putInQuarantine(server, tables)
    }
  }
}

async function recoverWithoutMissing(server: Start, from: number): Promise<void> {
  // Without TCP, so that customers have to wait; we use the Unix socket.
  await server.start(['innodb-force-recovery=1', 'skip-networking'])
  await answered(server, from)
}

function answered({ folder, ask }: Start, from: number): Promise<string> {
  const begun = performance.now()
  const isHanging = async () =>
    performance.now() - begun > hangTimeout && damagedTables(await logFrom(folder, from)).length > 0
  return answering(folder, ask, isHanging)
}

/** Quarantines files, and all other damaged files of the same databases. */
async function putInQuarantine(server: Start, tables: readonly TableFile[]): Promise<void> {
  const { cluster, user } = server
  const inside: RunOptions = { folder: cluster, user, timeout: checkTimeout }
  const quarantine = `${home}/${quarantineFolder}`
  await runProgram(['/usr/bin/mkdir', '--parents', quarantine], inside)
  const paths = new Set(tables.map(({ database, file }) => `${home}/${database}/${file}`))
  for (const database of new Set(tables.map((table) => table.database))) {
    const printed = await runProgram(brokenFiles(`${home}/${database}`), inside).catch(() => '')
    for (const path of printed.split('\0').filter(Boolean)) paths.add(path)
  }
  for (const path of paths) {
    const target = `${quarantine}/${Date.now()}.${path.split('/').slice(-2).join('.')}`
    // A missing file needs no move.
    await runProgram(['/usr/bin/mv', '--', path, target], inside).catch(() => {})
  }
}

/** Prints tablespaces with wrong checksums; one that begins with zeros is new, and completely in the redo log. */
const brokenFiles = (folder: string): [string, ...string[]] => [
  ...(['/usr/bin/find', folder, '-maxdepth', '1', '-type', 'f', '-name', '*.ibd'] as const),
  ...['!', '-exec', '/usr/bin/innochecksum', '{}', ';'],
  ...['!', '-exec', '/usr/bin/cmp', '--quiet', '--bytes=4096', '{}', '/dev/zero', ';'],
  '-print0',
]

const logOf = (folder: string) => join(folder, 'server.log')

const logSize = (folder: string) =>
  stat(logOf(folder)).then(
    ({ size }) => size,
    () => 0,
  )

async function logFrom(folder: string, from: number): Promise<string> {
  const file = await open(logOf(folder)).catch(() => undefined)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const start = size < from ? 0 : from
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(maxLog, size - start)), {
      position: start,
    })
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The file of a table in the folder of a database. */
interface TableFile {
  database: string
  file: string
}

/** Error of InnoDB about a file before connections are accepted, which has the thread number 0. */
const complaint = /^\S+ +\S+ 0 \[ERROR\] InnoDB: (.*)$/gm
/** Name of a customer's database and of a file, which MariaDB encodes in ASCII. */
const tableFile = /\.\/(b[0-9a-f]{19})\/([\w$@#-]+\.ibd)/g

/** Customers' files in errors of an InnoDB start. */
export function damagedTables(log: string): TableFile[] {
  const found = new Map<string, TableFile>()
  for (const [, text = ''] of log.matchAll(complaint)) {
    for (const [path, database = '', file = ''] of text.matchAll(tableFile))
      found.set(path, { database, file })
  }
  return [...found.values()]
}
