import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const lowest = 20_000
const count = 10_000

/** Default port of applications. */
export const usualPort = 8080

/** Ports of instances that share the machine's network. */
export class PortPool {
  readonly #preferred: number
  readonly #held = new Set<number>()

  /** `preferred` is given out first, for applications that ignore `PORT`. */
  constructor(preferred = usualPort) {
    this.#preferred = preferred
  }

  /** A free port: the preferred one, or one below the kernel's ephemeral range. */
  async reserve(): Promise<number> {
    const start = randomInt(count)
    for (let offset = -1; offset < count; offset++) {
      const port = offset < 0 ? this.#preferred : lowest + ((start + offset) % count)
      if (this.#held.has(port)) continue
      // Reserved before it is probed, because another instance may be starting at the same time.
      this.#held.add(port)
      if (await isFree(port)) return port
      this.#held.delete(port)
    }
    throw new Error('no port is free for the instance')
  }

  /** Reserves the port of a recovered instance. */
  hold(port: number): void {
    this.#held.add(port)
  }

  release(port: number): void {
    this.#held.delete(port)
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
