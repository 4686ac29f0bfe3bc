import type { Socket } from 'node:net'

/** Milliseconds for what is still to be written once the other side is gone. */
const flushTimeout = 10_000

/** Pipes two sockets into each other; with the end of one the other ends. */
export function joinSockets(client: Socket, server: Socket): void {
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.on('error', () => from.destroy())
    from.once('close', () => {
      to.destroySoon()
      const timer = setTimeout(() => to.destroy(), flushTimeout).unref()
      to.once('close', () => clearTimeout(timer))
    })
    from.pipe(to)
  }
}
