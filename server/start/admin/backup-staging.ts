import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identifyProcess, isSameProcess } from '#kit/process/process-identity.ts'

const prefix = 'backup-'
const ownerFile = 'process.json'

/** Makes the folder in which a back-up is put together; it holds copies of every secret while it is there. */
export async function openStage(data: string): Promise<string> {
  const stage = await mkdtemp(join(data, prefix))
  await writeFile(join(stage, ownerFile), JSON.stringify(identifyProcess(process.pid)))
  return stage
}

/** Removes what a back-up has left that was killed. */
export async function removeAbandonedStages(data: string): Promise<void> {
  const names = (await readdir(data)).filter((name) => name.startsWith(prefix))
  for (const name of names) {
    const text = await readFile(join(data, name, ownerFile), 'utf8').catch(() => undefined)
    const isInUse = text !== undefined && isSameProcess(JSON.parse(text))
    if (!isInUse) await rm(join(data, name), { recursive: true, force: true })
  }
}
