import assert from 'node:assert/strict'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { readRecord } from '#providers/kit/servers/record.ts'
import { openMariadb } from '#providers/mariadb/mariadb.ts'
import { startMariadb } from '#providers/mariadb/server/server.ts'
import { openProviderScene } from './provider-scene.ts'

const megabyte = 1024 * 1024
const plans = [{ slug: 'dev', isDedicated: false, connections: 5, disk: 60 * megabyte, memory: 0 }]

export type TestMariadb = Awaited<ReturnType<typeof openTestMariadb>>

/** The MariaDB provider, and databases of its customers. */
export async function openTestMariadb() {
  const scene = await openProviderScene('mysql-addon', (given) =>
    openMariadb(given, { plans, maintenanceInterval: 200 }),
  )
  return {
    ...scene,
    /** The shared server, for its administrator. */
    async server() {
      const folder = join(scene.folder, 'servers/shared')
      const record = (await readRecord(folder, scene.vault)) ?? assert.fail('no record')
      return startMariadb(folder, record, scene.access)
    },
    async order() {
      const { id, config } = await scene.order('dev')
      const { MYSQL_ADDON_PORT, MYSQL_ADDON_USER, MYSQL_ADDON_PASSWORD, MYSQL_ADDON_DB } = config
      const command = [
        ...(['mariadb', '--no-defaults', '--skip-ssl', '--host=127.0.0.1'] as const),
        ...[`--port=${MYSQL_ADDON_PORT}`, `--user=${MYSQL_ADDON_USER}`],
        ...['--batch', '--skip-column-names', '--default-character-set=utf8mb4', MYSQL_ADDON_DB],
      ] as const
      return {
        id: String(id),
        ask: async (statements: string) =>
          (
            await runOrThrow([...command], {
              input: statements,
              env: { PATH: '/usr/bin:/bin', MYSQL_PWD: String(MYSQL_ADDON_PASSWORD) },
              timeout: 300_000,
            })
          ).trim(),
      }
    },
  }
}
