import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import type { Vault } from '#kit/crypto/vault.ts'
import { sealedFiles } from '#providers/kit/resources/sealed-file.ts'
import { sharedLimits } from './server-limits.ts'

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

export async function readRecord(folder: string, vault: Vault): Promise<ServerRecord | undefined> {
  const record = await sealedFiles(vault).read<ServerRecord>(pathOf(folder))
  // Those of earlier versions have no limits.
  return record && { ...record, limits: record.limits ?? sharedLimits() }
}

export const newRecord = (): Pick<ServerRecord, 'port' | 'password'> => ({
  port: 0,
  password: randomBytes(24).toString('hex'),
})

export const saveRecord = (folder: string, record: ServerRecord, vault: Vault): Promise<void> =>
  sealedFiles(vault).write(pathOf(folder), record)
