import { runOrThrow } from '#kit/process/subprocess.ts'
import { openPostgresql } from '#providers/postgresql/postgresql.ts'
import { openProviderScene } from './provider-scene.ts'

const megabyte = 1024 * 1024
const plans = [{ slug: 'dev', isDedicated: false, connections: 5, disk: 60 * megabyte, memory: 0 }]

export type TestPostgresql = Awaited<ReturnType<typeof openTestPostgresql>>

/** The PostgreSQL provider, and databases of its customers. */
export async function openTestPostgresql() {
  const scene = await openProviderScene('postgresql-addon', (given) =>
    openPostgresql(given, { plans, maintenanceInterval: 200 }),
  )
  return {
    ...scene,
    async order() {
      const { id, config } = await scene.order('dev')
      const command = ['psql', '--no-psqlrc', '-qtA', '-v', 'ON_ERROR_STOP=1'] as const
      return {
        id: String(id),
        config: config as Record<string, string>,
        ask: async (statements: string) =>
          (
            await runOrThrow([...command, config.POSTGRESQL_ADDON_URI ?? ''], {
              input: statements,
              env: { PATH: '/usr/bin:/bin', PGSSLMODE: 'disable' },
              timeout: 300_000,
            })
          ).trim(),
      }
    },
  }
}
