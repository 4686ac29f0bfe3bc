import { chmod, chown, mkdir } from 'node:fs/promises'
import { sockets } from '#routers/haproxy/configuration/configuration.ts'
import type { WorkerUser } from '#routers/haproxy/haproxy-program.ts'

/**
 * Makes the folder of the Unix sockets, which belongs to the user of HAProxy's workers. They reach it from their working
 * directory, the router's folder, which their group may pass through but not list.
 */
export async function makeSocketFolder(user: WorkerUser | undefined) {
  await mkdir(sockets.folder, { recursive: true, mode: 0o700 })
  if (!user) return
  await chown(sockets.folder, user.uid, user.gid)
  await chown('.', process.getuid?.() ?? 0, user.gid)
  await chmod('.', 0o710)
}
