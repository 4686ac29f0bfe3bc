import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import { openControlGroups } from '#kit/control-groups/control-groups.ts'
import { readGroupUsage } from '#kit/control-groups/group-usage.ts'
import { processShares } from '#kit/control-groups/process-budget.ts'

/** Control groups of servers and programs, as folders; none where we may not create any. */
let serverGroups: ReturnType<typeof openControlGroups> | undefined
let programGroup: Promise<string[]> | undefined

/** Limit of all programs of one provider together, such as those that make back-ups. */
const programLimits: GroupLimits = { memoryMegabytes: 1024, cpus: 1, processes: 128 }

/** Recreates the control group of a server. */
export async function makeServerGroup(folder: string, limits: GroupLimits): Promise<string[]> {
  const groups = await openServerGroups()
  return groups ? groups.create(groupName(folder), limits) : []
}

/** Memory of all processes of a server in bytes; `undefined` where the machine does not count it. */
export async function serverMemory(folder: string): Promise<number | undefined> {
  const groups = await openServerGroups()
  return groups && readGroupUsage(groups.foldersOf(groupName(folder))).memoryBytes
}

function openServerGroups() {
  serverGroups ??= openControlGroups('addons', { processShare: processShares.databases })
  return serverGroups
}

const groupName = (folder: string) => createHash('sha256').update(folder).digest('hex').slice(0, 20)

/** Control group of the programs that this process runs. */
export function openProgramGroup(): Promise<string[]> {
  programGroup ??= makeCommonGroup()
  return programGroup
}

async function makeCommonGroup(): Promise<string[]> {
  const groups = await openControlGroups('programs', { processShare: processShares.programs })
  if (!groups) return []
  for (const folder of groups.foldersOf('')) await removeStale(folder)
  return groups.create(`${process.pid}`, programLimits)
}

/** Control group of a program that runs for a customer, apart from those that we run for ourselves. */
export async function makeProgramGroup(number: number, limits: GroupLimits): Promise<string[]> {
  await openProgramGroup()
  const groups = await openControlGroups('programs', { processShare: processShares.programs })
  return groups ? groups.create(`${process.pid}-${number}`, limits) : []
}

/** Removes groups of a killed provider, which are named after its PID. */
async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch((): string[] => [])) {
    if (/^\d+(-\d+)?$/.test(name) && !existsSync(`/proc/${name.replace(/-.*/, '')}`))
      await rmdir(join(parent, name)).catch(() => {})
  }
}

/** Removes the group of a stopped server. */
export async function dropServerGroup(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await rmdir(folder).catch(() => {})
    await rmdir(dirname(folder)).catch(() => {})
  }
}
