import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const places = [
  { root: '/sys/fs/cgroup', sign: 'cgroup.controllers', file: 'memory.max' },
  { root: '/sys/fs/cgroup/memory', sign: 'memory.limit_in_bytes', file: 'memory.limit_in_bytes' },
]
const parent = 'berth-addons'

const placeOf = () => places.find(({ root, sign }) => existsSync(join(root, sign)))

/** Lets a process and those that it starts use so many bytes of memory together; false where the machine cannot. */
export async function limitMemory(name: string, pid: number, bytes: number): Promise<boolean> {
  const place = placeOf()
  if (!place) return false
  const group = join(place.root, parent, name)
  try {
    await mkdir(group, { recursive: true })
    if (place.file === 'memory.max') await delegate(place.root)
    await writeFile(join(group, place.file), String(bytes))
    for (const each of [pid, ...(await childrenOf(pid))])
      await writeFile(join(group, 'cgroup.procs'), String(each))
    return true
  } catch {
    return false
  }
}

/** Removes the limit of a process that has ended. */
export async function removeMemoryLimit(name: string): Promise<void> {
  const place = placeOf()
  if (place) await rmdir(join(place.root, parent, name)).catch(() => {})
}

/** In version 2 a group hands its controllers down. */
async function delegate(root: string): Promise<void> {
  await writeFile(join(root, 'cgroup.subtree_control'), '+memory').catch(() => {})
  await writeFile(join(root, parent, 'cgroup.subtree_control'), '+memory')
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}
