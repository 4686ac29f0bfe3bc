import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stopServer } from '#providers/kit/process/server-process.ts'
import { type Start, type StartedServer, startRecovering } from './recovery.ts'

/** A slow shutdown purges all history first. */
const slowShutdownTimeout = 300_000

/**
 * Starts a server with undo logs in files of their own. Clusters of earlier versions have them in the system
 * tablespace, which never shrinks; InnoDB moves them at a start after a slow shutdown.
 */
export async function startWithUndoFiles(
  server: Start,
  run: (statements: string) => Promise<string>,
): Promise<StartedServer> {
  const started = await startRecovering(server)
  const isDone = await hasUndoFiles(server.cluster)
  if (isDone || !canMoveUndo(started.answer)) return started
  await run('set global innodb_fast_shutdown = 0;')
  await stopServer(server.folder, 'SIGTERM', slowShutdownTimeout)
  const { answer, damaged } = await startRecovering(server)
  return { answer, damaged: started.damaged.union(damaged) }
}

const hasUndoFiles = (cluster: string) =>
  stat(join(cluster, 'undo001')).then(
    () => true,
    () => false,
  )

/** Before 10.11, only a new cluster can have undo files. */
function canMoveUndo(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 10 || (major === 10 && minor >= 11)
}
