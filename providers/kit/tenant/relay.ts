import { mkdir, open, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { joinSockets } from '#providers/kit/outside/join-sockets.ts'
import { type SandboxMount, socketHome } from '#providers/kit/process/sandbox.ts'

/** A Unix socket in a folder of ours that leads to one port of this machine, and nowhere else. */
export interface Relay {
  /** Its folder, for the sandbox of a program that has no other network. */
  mount: SandboxMount
  /** Ends all connections through it. */
  close(): Promise<void>
}

/** A client has one for its work, and others to cancel it. */
const maxConnections = 8

/**
 * Opens a relay. The folder of a server's own socket is not used: it belongs to the user of the server, as whom no
 * program of a customer runs.
 */
export async function openRelay(folder: string, name: string, port: number): Promise<Relay> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const sockets = new Set<Socket>()
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const target = connect({ host: '127.0.0.1', port, noDelay: true })
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.once('close', () => sockets.delete(socket))
    }
    joinSockets(client, target)
  })
  server.maxConnections = maxConnections
  // The path of a socket has at most 108 bytes, and that of our folder may be longer.
  const handle = await open(folder, 'r')
  const path = `/proc/self/fd/${handle.fd}/${name}`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ path, readableAll: true, writableAll: true }, resolve)
  })
  return {
    mount: { source: folder, target: socketHome },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await handle.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
