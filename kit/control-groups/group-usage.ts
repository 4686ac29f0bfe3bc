import { closeSync, openSync, readSync } from 'node:fs'

/** What the processes of a control group use; a figure is absent when the machine does not count it. */
export interface GroupUsage {
  /** CPU time since the group was created, in seconds. */
  cpuSeconds?: number
  /** Working set: memory in use without the page cache that the kernel can drop at once. */
  memoryBytes?: number
}

/** Reads a group by its folders, by cgroup v1 or v2. */
export function readGroupUsage(folders: readonly string[]): GroupUsage {
  const usage: GroupUsage = {}
  // In v1 each folder has the files of one controller, in v2 the only one has all of them.
  for (const folder of folders) {
    if (usage.cpuSeconds === undefined) setIfKnown(usage, 'cpuSeconds', cpuSecondsIn(folder))
    if (usage.memoryBytes === undefined) setIfKnown(usage, 'memoryBytes', workingSetIn(folder))
  }
  return usage
}

function setIfKnown(usage: GroupUsage, key: keyof GroupUsage, value: number | undefined): void {
  if (value !== undefined) usage[key] = value
}

function cpuSecondsIn(folder: string): number | undefined {
  const nanoseconds = readCounter(`${folder}/cpuacct.usage`)
  if (nanoseconds !== undefined) return nanoseconds / 1e9
  const microseconds = fieldOf(readSmallFile(`${folder}/cpu.stat`), 'usage_usec')
  return microseconds === undefined ? undefined : microseconds / 1e6
}

function workingSetIn(folder: string): number | undefined {
  const current =
    readCounter(`${folder}/memory.current`) ?? readCounter(`${folder}/memory.usage_in_bytes`)
  if (current === undefined) return undefined
  const facts = readSmallFile(`${folder}/memory.stat`)
  const droppable = fieldOf(facts, 'total_inactive_file') ?? fieldOf(facts, 'inactive_file') ?? 0
  return Math.max(0, current - droppable)
}

function readCounter(path: string): number | undefined {
  const text = readSmallFile(path)
  return text === undefined ? undefined : Number(text)
}

/** Value of a line `name value`. */
function fieldOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  const start = text.startsWith(`${name} `) ? 0 : text.indexOf(`\n${name} `) + 1
  if (start === 0 && !text.startsWith(`${name} `)) return undefined
  const end = text.indexOf('\n', start)
  return Number(text.slice(start + name.length + 1, end < 0 ? undefined : end))
}

/** Files of a control group are shorter than this. */
const buffer = Buffer.alloc(16_384)

/**
 * Reads synchronously into one buffer: a file of the kernel's memory is read in microseconds, and an asynchronous read
 * costs several times as much.
 */
function readSmallFile(path: string): string | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      return buffer.toString('latin1', 0, readSync(file, buffer))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
