import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { abstractPath } from './abstract-path.ts'

/** Longer ones are not lines of ours. */
const maxLine = 16 * 1024

/** Receives the lines of HAProxy's log on an abstract socket. */
export async function openLogServer(name: string, onLine: (line: string) => void): Promise<Server> {
  const server = createServer((socket) => readLines(socket, onLine))
  server.listen({ path: abstractPath(name) })
  await once(server, 'listening')
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
