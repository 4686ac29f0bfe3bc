import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { drawPort, type PortRange } from '#kit/net/free-port.ts'

const tries = 100

/** A UDP port of the range that nothing on this machine is bound to, by chance. */
export async function freeUdpPort(
  range: PortRange,
  used: readonly number[],
): Promise<number | undefined> {
  for (let tried = 0; tried < tries; tried++) {
    const port = drawPort(range)
    if (!used.includes(port) && (await isFree(port))) return port
  }
  return undefined
}

async function isFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind({ port, exclusive: true })
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    socket.close()
  }
}
