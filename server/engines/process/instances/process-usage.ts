import { readdirSync, readFileSync } from 'node:fs'
import type { Identity } from '#engines/process/processes/processes.ts'
import type { GroupUsage } from '#kit/control-groups/group-usage.ts'
import type { InstanceRecord } from './instance-folder.ts'

/** An instance and its first process. */
export interface MeasuredProcess {
  record: InstanceRecord
  launcher: Identity | undefined
}

/** Process from `/proc/<pid>/stat` (proc(5)). */
interface ProcessTimes {
  pid: number
  parent: number
  session: number
  cpuSeconds: number
  memoryBytes: number
}

/** Ticks per second of the kernel's interface, on all architectures that Node runs on. */
const ticks = 100
const pageSize = 4096

/**
 * Sums the processes of instances without control groups, in one pass over the processes of the machine: those of the
 * launcher's session and its descendants. The time of a process that has exited counts once its parent has waited for it.
 */
export function sumProcesses(instances: readonly MeasuredProcess[]): Map<string, GroupUsage> {
  const everybody = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const times = parseTimes(readOrEmpty(`/proc/${name}/stat`))
    if (times) everybody.set(times.pid, times)
  }
  const instanceOf = new Map(
    instances.map(({ record, launcher }) => [launcher?.pid ?? 0, record.instanceId]),
  )
  const sums = new Map<string, Required<GroupUsage>>()
  for (const times of everybody.values()) {
    const instanceId = ownerOf(times, everybody, instanceOf)
    if (instanceId === undefined) continue
    const sum = sums.get(instanceId) ?? { cpuSeconds: 0, memoryBytes: 0 }
    sum.cpuSeconds += times.cpuSeconds
    sum.memoryBytes += times.memoryBytes
    sums.set(instanceId, sum)
  }
  return sums
}

function ownerOf(
  process: ProcessTimes,
  everybody: ReadonlyMap<number, ProcessTimes>,
  instanceOf: ReadonlyMap<number, string>,
): string | undefined {
  const seen = new Set<number>()
  for (let next: ProcessTimes | undefined = process; next && !seen.has(next.pid); ) {
    seen.add(next.pid)
    const found = instanceOf.get(next.pid) ?? instanceOf.get(next.session)
    if (found !== undefined) return found
    next = everybody.get(next.parent)
  }
  return undefined
}

/** Parses a line of `/proc/<pid>/stat`; the name in parentheses may contain anything. */
export function parseTimes(line: string): ProcessTimes | undefined {
  const end = line.lastIndexOf(')')
  if (end < 0) return undefined
  // Field 3 (the state) is the first one after the name.
  const fields = line.slice(end + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return {
    pid: Number.parseInt(line, 10),
    parent: field(4),
    session: field(6),
    cpuSeconds: (field(14) + field(15) + field(16) + field(17)) / ticks,
    memoryBytes: field(24) * pageSize,
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
