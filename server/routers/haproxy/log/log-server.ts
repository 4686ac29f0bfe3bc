import { once } from 'node:events'
import { chmod, chown, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { sockets } from '#routers/haproxy/configuration/configuration.ts'
import type { WorkerUser } from '#routers/haproxy/haproxy-program.ts'

/** Longer ones are not lines of ours. */
const maxLine = 16 * 1024

/** Receives the lines of HAProxy's log. An agent takes the socket over from the one before. */
export async function openLogServer(
  user: WorkerUser | undefined,
  onLine: (line: string) => void,
): Promise<Server> {
  const server = createServer((socket) => readLines(socket, onLine))
  await rm(sockets.log, { force: true })
  server.listen({ path: sockets.log })
  await once(server, 'listening')
  await chmod(sockets.log, 0o600)
  if (user) await chown(sockets.log, user.uid, user.gid)
  return server
}

function readLines(socket: Socket, onLine: (line: string) => void) {
  let rest = ''
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (part: string) => {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLine) rest = ''
    for (const line of lines) onLine(line)
  })
}
