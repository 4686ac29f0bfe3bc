import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { allocated } from '#providers/kit/disk/folder-size.ts'
import type { Server } from '#providers/postgresql/server/server.ts'

/** Folder of temporary files for sorts and hash joins that do not fit into memory. */
export const temporaryFolder = ({ cluster }: Pick<Server, 'cluster'>): string =>
  join(cluster, 'base/pgsql_tmp')

/** Terminates sessions of customers whose temporary files exceed the limit together; returns their users. */
export async function endLargeTemporaryFiles(server: Server, maxBytes: number): Promise<string[]> {
  const bytes = await bytesByProcess(temporaryFolder(server))
  const rows = await server.run(`
select pid, usename from pg_stat_activity where usename ~ '^u[0-9a-f]{19}$';
`)
  const sums = new Map<string, number>()
  for (const row of rows.trim().split('\n')) {
    const [pid = '', user = ''] = row.split('\t')
    sums.set(user, (sums.get(user) ?? 0) + (bytes.get(pid) ?? 0))
  }
  const users = [...sums].filter(([, sum]) => sum > maxBytes).map(([user]) => user)
  if (users.length > 0)
    await server.run(`
select pg_terminate_backend(pid) from pg_stat_activity
where usename in (${users.map((user) => `'${user}'`).join(', ')});
`)
  return users
}

/** Disk space of temporary files by the PID in their names. */
async function bytesByProcess(folder: string): Promise<Map<string, number>> {
  const bytes = new Map<string, number>()
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = /^pgsql_tmp(\d+)\./.exec(name)?.[1]
    const found = pid && (await lstat(join(folder, name)).catch(() => undefined))
    if (found) bytes.set(pid, (bytes.get(pid) ?? 0) + allocated(found))
  }
  return bytes
}
