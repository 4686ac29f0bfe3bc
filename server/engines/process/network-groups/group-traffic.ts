import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type InterfaceTraffic,
  parseInterfaces,
} from '#engines/process/network/traffic-counters.ts'

/**
 * Bytes of an instance on its interfaces of network groups so far. Only a process in its namespace shows them: the last ones of its
 * control group are the application's, the first ones those that launched it.
 */
export function readGroupTraffic(
  groups: readonly string[],
  interfaces: readonly string[],
): InterfaceTraffic | undefined {
  const [folder] = groups
  if (!folder || interfaces.length === 0) return undefined
  const pids = readText(join(folder, 'cgroup.procs')).split('\n').filter(Boolean)
  for (const pid of pids.reverse()) {
    const counters = parseInterfaces(readText(`/proc/${pid}/net/dev`))
    const found = interfaces.flatMap((name) => counters.get(name) ?? [])
    if (found.length > 0) return found.reduce(addUp, { receivedBytes: 0, sentBytes: 0 })
  }
  return undefined
}

/** The counters are named from the other end of a veth. */
const addUp = (sum: InterfaceTraffic, { receivedBytes, sentBytes }: InterfaceTraffic) => ({
  receivedBytes: sum.receivedBytes + sentBytes,
  sentBytes: sum.sentBytes + receivedBytes,
})

/** A process may have ended meanwhile. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
