import type { Socket } from 'node:net'

/** Milliseconds to flush pending data once the other side is closed. */
const flushTimeout = 10_000

/** Pipes two sockets into each other; when one closes, the other does. */
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
