import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { openPostgresqlServer } from '#tests/support/servers/postgresql-server.ts'
import { startSecondServer } from '#tests/support/several-servers/second-server.ts'
import { openSwarmLab, type SwarmLab } from './swarm-lab.ts'

/** Two whole servers with one database, one swarm of one node, and one folder for files. */
export interface ServerPair extends AsyncDisposable {
  one: TestBerth
  other: TestBerth
  lab: SwarmLab
  /** Asks the database. */
  ask(statement: string): Promise<Record<string, unknown>[]>
}

/** With these settings at both. */
export async function openServerPair(more: Record<string, string> = {}): Promise<ServerPair> {
  const stack = new AsyncDisposableStack()
  try {
    const files = await mkdtemp(join(tmpdir(), 'berth-files-'))
    stack.defer(() => rm(files, { recursive: true }))
    const database = stack.use(await openPostgresqlServer())
    const lab = stack.use(await openSwarmLab())
    const url = await database.createDatabase()
    const settings = {
      BERTH_STORE: url.href,
      BERTH_FILES: files,
      BERTH_ENGINE: 'swarm',
      BERTH_DOCKER_HOST: lab.nodes[0]?.host ?? '',
      BERTH_REGISTRY: lab.registry.url,
      ...more,
    }
    const one = stack.use(await TestBerth.start(settings, lab.registry.prepare))
    const other = stack.use(await startSecondServer(one, settings))
    return {
      one,
      other,
      lab,
      ask: (statement) => database.run(url.pathname.slice(1), statement),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}
