import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hierarchyOf } from '#kit/control-groups/control-group-plan.ts'
import { processesOf, removeGroup } from '#kit/control-groups/control-groups.ts'

/**
 * Moves this process, with all that it starts from now on, into a control group with so many processes and threads, as on a
 * machine that has no more. Returns a function that moves it back.
 */
export async function enterSmallMachine(processes: number): Promise<() => Promise<void>> {
  const [mounts, own] = await Promise.all([
    readFile('/proc/self/mountinfo', 'utf8'),
    readFile('/proc/self/cgroup', 'utf8'),
  ])
  const available = (path: string) => readFileSync(join(path, 'cgroup.controllers'), 'utf8')
  const hierarchy = hierarchyOf(mounts, own, available)
  const place = hierarchy?.version === 2 ? 0 : (hierarchy?.controllers.indexOf('pids') ?? -1)
  const before = hierarchy?.candidates[0]?.[place]
  // In v2 only the root may have both processes and groups with controllers.
  const parent = hierarchy?.version === 2 ? hierarchy.candidates.at(-1)?.[0] : before
  if (!before || !parent) throw new Error('this machine does not limit processes')
  const machine = join(parent, `berth-small-${process.pid}`)
  const inside = join(machine, 'self')
  await mkdir(inside, { recursive: true })
  await writeFile(join(machine, 'pids.max'), String(processes))
  await writeFile(join(inside, 'cgroup.procs'), String(process.pid))
  return async () => {
    // Among them programs that end with this process.
    for (const pid of await processesOf([inside]))
      await writeFile(join(before, 'cgroup.procs'), String(pid)).catch(() => {})
    await removeGroup([inside])
  }
}
