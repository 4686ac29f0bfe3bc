import type { Socket } from 'node:net'
import type { Connection, Session } from 'ssh2'
import type { KeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'

/** An authenticated client of the SSH server. */
export interface SshClient {
  caller: Caller
  /** Name that it logged in with. */
  user: string
  client: Connection
  socket: Socket
  /** Aborted when the listener closes. */
  closed: AbortSignal
}

/** What clients of some user names get; there is one for Git, and one for shells in instances. */
export interface SshService {
  /** Whether it serves clients that log in with this name. */
  readonly isFor: (user: string) => boolean
  /** Serves a client until its connection ends. */
  serve(client: SshClient): void
}

/** What the SSH server asks of its surroundings. */
export interface SshFront {
  services: readonly SshService[]
  /** The user of a public key in SSH wire format, if any. */
  callerBySshKey(publicKey: Buffer): Promise<Caller | undefined>
  /** Authenticated connections per user id. */
  connections: KeyedSlots
  connectionsPerUser: number
  /** Logs an unexpected error for the operator. */
  reportBug(error: unknown): string
}

/** Twice the SSH window, and more than we ever leave unsent. */
const maxBuffered = 8 * 1024 * 1024

/** Protects memory against a client that ignores its window or never reads. */
export function limitBuffers(socket: Socket, channels: Iterable<{ readableLength: number }>): void {
  socket.on('data', () => {
    const isFull = [...channels].some((channel) => channel.readableLength > maxBuffered)
    if (isFull || socket.writableLength > maxBuffered) socket.destroy()
  })
}

interface SessionCount {
  /** Accepts a session unless the client has too many open. */
  accept(accept: () => Session): Session | undefined
}

/** Limits the open sessions of a client: one without a command has no channel, and costs memory too. */
export function countSessions(max: number): SessionCount {
  const open = new Set<Session>()
  return {
    accept(accept) {
      if (open.size >= max) return undefined
      const session = accept()
      open.add(session)
      session.on('close', () => open.delete(session))
      return session
    },
  }
}
