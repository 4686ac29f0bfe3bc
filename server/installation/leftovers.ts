import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  identifyProcess,
  isSameProcess,
  type StoredProcess,
} from '#kit/process/process-identity.ts'

const prefix = 'unpacked-'
const ownerFile = 'process.json'

/** Makes a folder in which this process unpacks a release. */
export async function openUnpacked(home: string): Promise<string> {
  await removeAbandoned(home)
  const folder = await mkdtemp(join(home, prefix))
  await writeFile(join(folder, ownerFile), JSON.stringify(identifyProcess(process.pid)))
  return folder
}

/** Removes what killed upgrades have unpacked. */
async function removeAbandoned(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(prefix)) continue
    const text = await readFile(join(home, name, ownerFile), 'utf8').catch(() => undefined)
    const owner = text === undefined ? undefined : ownerIn(text)
    const isInUse = owner !== undefined && isSameProcess(owner)
    if (!isInUse) await rm(join(home, name), { recursive: true, force: true })
  }
}

/** None in a note that a crash of the machine has cut off: whoever wrote it has ended. */
function ownerIn(text: string): StoredProcess | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Removes links that killed activations have drafted, while no other one is under way. */
export async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home))
    if (/^current-\d+$/.test(name)) await rm(join(home, name), { force: true })
}
