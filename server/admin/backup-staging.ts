import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identifyProcess, isSameProcess } from '#kit/process/process-identity.ts'

const prefix = 'backup-'
const ownerFile = 'process.json'

/** Makes the temporary folder of a back-up, which contains copies of all secrets. */
export async function openStage(data: string): Promise<string> {
  const stage = await mkdtemp(join(data, prefix))
  await writeFile(join(stage, ownerFile), JSON.stringify(identifyProcess(process.pid)))
  return stage
}

/** Removes temporary folders of killed back-ups. */
export async function removeAbandonedStages(data: string): Promise<void> {
  const names = (await readdir(data)).filter((name) => name.startsWith(prefix))
  for (const name of names) {
    const text = await readFile(join(data, name, ownerFile), 'utf8').catch(() => undefined)
    const isInUse = text !== undefined && isSameProcess(JSON.parse(text))
    if (!isInUse) await rm(join(data, name), { recursive: true, force: true })
  }
}
