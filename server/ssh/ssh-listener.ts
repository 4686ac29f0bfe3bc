import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { connectionOf } from '#kit/net/connection-facts.ts'
import { AddressPlaces } from '#kit/net/limits/address-places.ts'
import type { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { serveSsh } from './ssh-connection.ts'
import type { SshFront } from './ssh-front.ts'

/** Maximum number of unauthenticated clients, in all and per address; beyond that the oldest give way to new ones. */
const maxStrangers = 64
const maxStrangersPerAddress = 32

export interface SshListener {
  /** Accepts a socket of an SSH client. */
  receive(socket: Socket): void
  /** Disconnects all idle clients. */
  close(): void
}

export function sshListener(front: SshFront, hostKey: string, clients: ClientLimits): SshListener {
  const strangers = new Set<Socket>()
  const places = new AddressPlaces({
    total: createConnectionLimit(maxStrangers),
    maxPerAddress: maxStrangersPerAddress,
  })
  const closing = new AbortController()
  // Every client adds a listener.
  setMaxListeners(0, closing.signal)

  async function serve(socket: Socket, onReady: () => void): Promise<void> {
    const release = holdBack(socket)
    // Loaded with the first client, because it takes more memory than the rest of this listener.
    const [{ default: ssh2 }] = await Promise.all([import('ssh2'), setImmediate()])
    release()
    if (socket.destroyed) return
    serveSsh({ ssh2, front, hostKey, socket, onReady, closed: closing.signal })
  }

  return {
    receive(socket) {
      socket.on('error', () => socket.destroy())
      const place = places.take(clients.clientOf(socket), () => socket.destroy())
      if (!place) return void socket.destroy()
      strangers.add(socket)
      const isStrangerNoMore = () => {
        strangers.delete(socket)
        place.leave()
      }
      socket.on('close', isStrangerNoMore)
      const onReady = () => {
        isStrangerNoMore()
        // It may be silent from now on: its connection is not closed for others.
        clients.begin(connectionOf(socket))?.hold()
      }
      serve(socket, onReady).catch((error) => {
        front.reportBug(error)
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
