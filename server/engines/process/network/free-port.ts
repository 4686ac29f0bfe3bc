import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const lowest = 20_000
const count = 10_000

/** A port that nothing listens on, below those that the kernel gives to outgoing connections. */
export async function findFreePort(taken: Set<number>): Promise<number> {
  const start = randomInt(count)
  for (let turn = 0; turn < count; turn++) {
    const port = lowest + ((start + turn) % count)
    if (!taken.has(port) && (await isFree(port))) return port
  }
  throw new Error('no port is free for the instance')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
