import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'

/** What has to be known of a server to start it again as it was. */
export interface ServerRecord {
  /** 0 until it was started once. */
  port: number
  /** The password of its administrator, who is us. */
  password: string
  /** In the words of the server. */
  settings: string[]
  limits: GroupLimits
}

const pathOf = (folder: string) => join(folder, 'server.json')

export async function readRecord(folder: string): Promise<ServerRecord | undefined> {
  const text = await readFile(pathOf(folder), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

export const newRecord = (): Pick<ServerRecord, 'port' | 'password'> => ({
  port: 0,
  password: randomBytes(24).toString('hex'),
})

export async function saveRecord(folder: string, record: ServerRecord): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${pathOf(folder)}.draft`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(record))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, pathOf(folder))
}
