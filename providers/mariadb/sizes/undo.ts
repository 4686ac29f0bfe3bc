import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { allocated } from '#providers/kit/disk/folder-size.ts'
import { rowsOf } from '#providers/kit/servers/rows.ts'
import { customerPattern } from '#providers/mariadb/database.ts'
import type { Server } from '#providers/mariadb/server/server.ts'

/** A customer's running transaction. */
export interface Transaction {
  connection: number
  user: string
  /** Since its start. */
  seconds: number
  /** Rows that it has modified, and whose old versions it keeps. */
  rows: number
  isRollingBack: boolean
}

/** Undo logs of a server. */
export interface Undo {
  /** Bytes in use, by running transactions and by row versions that some snapshot can still see. */
  bytes: number
  transactions: readonly Transaction[]
}

/** Only the oldest transaction that has lasted this many seconds is taken for the cause. */
const minAge = 15

/** Disk space of the undo tablespaces in bytes: what is not in use is truncated a moment later. */
export async function undoFileBytes({ cluster }: Pick<Server, 'cluster'>): Promise<number> {
  let bytes = 0
  for (const name of await readdir(cluster).catch(() => [])) {
    const found = /^undo\d{3}$/.test(name) && (await lstat(join(cluster, name)).catch(() => null))
    if (found) bytes += allocated(found)
  }
  return bytes
}

export async function readUndo(server: Server): Promise<Undo> {
  const bytes = await server.run(`
select count * @@innodb_page_size from information_schema.innodb_metrics where name = 'trx_rseg_current_size';
`)
  const rows = await server.run(`
select id, user, timestampdiff(second, trx_started, now()), trx_rows_modified, trx_state = 'ROLLING BACK'
from information_schema.innodb_trx join information_schema.processlist on trx_mysql_thread_id = id
where user regexp ${customerPattern};
`)
  const transactions = rowsOf(rows).map(
    ([connection, user = '', seconds, modified, isRollingBack]) => ({
      connection: Number(connection),
      user,
      seconds: Number(seconds),
      rows: Number(modified),
      isRollingBack: isRollingBack === '1',
    }),
  )
  return { bytes: Number(bytes), transactions }
}

/**
 * The transaction to end for undo logs beyond a limit: the oldest one, because nothing that was committed since its
 * start can be purged; if all are young, the one that has modified most rows. None while the logs shrink or something
 * is rolled back, unless they have twice the limit.
 */
export function chooseUndoHolder(
  { bytes, transactions }: Undo,
  { maxBytes, before }: { maxBytes: number; before: number | undefined },
): Transaction | undefined {
  const running = transactions.filter(({ isRollingBack }) => !isRollingBack)
  const isShrinking = before !== undefined && bytes < before
  const isSettling = isShrinking || running.length < transactions.length
  if (bytes <= maxBytes || (isSettling && bytes <= 2 * maxBytes)) return undefined
  const [oldest] = running.toSorted((one, other) => other.seconds - one.seconds)
  if (oldest && oldest.seconds >= minAge) return oldest
  return running.toSorted((one, other) => other.rows - one.rows).find(({ rows }) => rows > 0)
}
