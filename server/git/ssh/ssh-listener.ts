import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Listener } from '#git/git-session.ts'
import { serveSsh } from './ssh-connection.ts'

/** Maximum number of unauthenticated clients. */
const maxStrangers = 64

export interface SshListener {
  /** Accepts a socket of an SSH client. */
  receive(socket: Socket): void
  /** Disconnects all idle clients. */
  close(): void
}

export function sshListener(listener: Listener, hostKey: string): SshListener {
  const strangers = new Set<Socket>()
  const closing = new AbortController()
  // Every client adds a listener.
  setMaxListeners(0, closing.signal)

  async function serve(socket: Socket): Promise<void> {
    const release = holdBack(socket)
    // Loaded with the first client, because it takes more memory than the rest of this listener.
    const [{ default: ssh2 }] = await Promise.all([import('ssh2'), setImmediate()])
    release()
    if (socket.destroyed) return
    const onReady = () => strangers.delete(socket)
    serveSsh({ ssh2, listener, hostKey, socket, onReady, closed: closing.signal })
  }

  return {
    receive(socket) {
      socket.on('error', () => socket.destroy())
      if (strangers.size >= maxStrangers) return void socket.destroy()
      strangers.add(socket)
      socket.on('close', () => strangers.delete(socket))
      serve(socket).catch((error) => {
        listener.reportBug(error)
        socket.destroy()
      })
    },
    close() {
      closing.abort()
      for (const socket of strangers) socket.destroy()
    },
  }
}

/** Buffers incoming data until the returned function unshifts it. */
function holdBack(socket: Socket): () => void {
  const early: Buffer[] = []
  const keep = (bytes: Buffer) => early.push(bytes)
  socket.on('data', keep)
  return () => {
    socket.off('data', keep)
    socket.pause()
    if (early.length > 0) socket.unshift(Buffer.concat(early))
  }
}
