import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Throws the system's error when something listens on a port. Another router of the same user, such as that of another
 * data folder, would otherwise share it silently (`SO_REUSEPORT`).
 */
export async function requireFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  probe.listen({ port, host })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
