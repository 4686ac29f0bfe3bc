import { readFile } from 'node:fs/promises'

/** What a cable carries unless it is told otherwise. */
const usualSize = 1500

/** The interface of the default route with the lowest metric, from the kernel's table (`/proc/net/route`). */
export function defaultInterface(table: string): string | undefined {
  const defaults = table
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([, address, , , , , , mask]) => address === '00000000' && mask === '00000000')
    .sort(([, , , , , , one], [, , , , , , other]) => Number(one) - Number(other))
  return defaults[0]?.[0]
}

/**
 * The largest packet that leaves the machine in one piece. A namespace that is not told sends larger ones
 * where the way out is narrower, as in many clouds and tunnels: then connections stall, or break.
 */
export async function maxPacket(): Promise<number> {
  const name = defaultInterface(await readFile('/proc/net/route', 'utf8'))
  if (!name) return usualSize
  const size = Number(await readFile(`/sys/class/net/${name}/mtu`, 'utf8').catch(() => ''))
  return size > 0 ? Math.min(size, usualSize) : usualSize
}
