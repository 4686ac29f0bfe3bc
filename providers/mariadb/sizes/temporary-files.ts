import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { allocated } from '#providers/kit/disk/folder-size.ts'
import { home } from '#providers/kit/process/sandbox.ts'
import { rowsOf } from '#providers/kit/servers/rows.ts'
import { customerPattern } from '#providers/mariadb/database.ts'
import { temporaryFolder } from '#providers/mariadb/server/file-settings.ts'
import type { Server } from '#providers/mariadb/server/server.ts'

/** A running statement, and its thread. */
export interface RunningStatement {
  connection: number
  /** Thread id inside the sandbox. */
  thread: number
  milliseconds: number
}

const sampleTime = 250

/**
 * Disk space of a server's temporary files in bytes: of its open files, as most of them are unlinked. PostgreSQL can
 * limit them; MariaDB 10.11 cannot.
 */
export async function temporaryBytes(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`
  const seen = new Set<number>()
  let bytes = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = `${folder}/${name}`
    const target = await readlink(path).catch(() => '')
    if (!target.includes(`${home}/${temporaryFolder}/`)) continue
    const found = await stat(path).catch(() => undefined)
    if (!found || seen.has(found.ino)) continue
    seen.add(found.ino)
    bytes += allocated(found)
  }
  return bytes
}

/** Kills the customer's connection that writes most to disk, or the oldest one if none does; returns its user. */
export async function endLargestWriter(
  server: Server,
  pid: number,
): Promise<{ user: string } | undefined> {
  const before = await writtenBytes(pid)
  await sleep(sampleTime)
  const after = await writtenBytes(pid)
  const statements = await runningStatements(server)
  const written = (thread: number) => (after.get(thread) ?? 0) - (before.get(thread) ?? 0)
  const victim = chooseVictim(statements, written)
  if (!victim) return undefined
  await server.run(`kill ${victim.connection};`)
  return { user: victim.user }
}

/** The statement whose thread has written most; the oldest one among equals. */
export function chooseVictim<Statement extends RunningStatement>(
  statements: readonly Statement[],
  written: (thread: number) => number,
): Statement | undefined {
  const [victim] = statements.toSorted(
    (one, other) =>
      written(other.thread) - written(one.thread) || other.milliseconds - one.milliseconds,
  )
  return victim
}

async function runningStatements(server: Server): Promise<(RunningStatement & { user: string })[]> {
  const rows = await server.run(`
select id, tid, time_ms, user from information_schema.processlist
where command not in ('Sleep', 'Daemon') and user regexp ${customerPattern};
`)
  return rowsOf(rows).map(([connection, thread, milliseconds, user = '']) => ({
    connection: Number(connection),
    thread: Number(thread),
    milliseconds: Number(milliseconds),
    user,
  }))
}

/** Bytes that each thread of the server has written, by thread id inside the sandbox. */
async function writtenBytes(pid: number): Promise<Map<number, number>> {
  const written = new Map<number, number>()
  for (const task of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    const [status, io] = await Promise.all(
      ['status', 'io'].map((name) =>
        readFile(`/proc/${pid}/task/${task}/${name}`, 'utf8').catch(() => ''),
      ),
    )
    const thread = /^NSpid:.*?(\d+)$/m.exec(status ?? '')?.[1]
    const bytes = /^wchar: (\d+)$/m.exec(io ?? '')?.[1]
    if (thread && bytes) written.set(Number(thread), Number(bytes))
  }
  return written
}
