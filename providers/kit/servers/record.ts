import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import type { Vault } from '#kit/crypto/vault.ts'
import { sealedFiles } from '#providers/kit/resources/sealed-file.ts'
import { sharedLimits } from './server-limits.ts'

/** Stored facts for restarting a server unchanged. */
export interface ServerRecord {
  /** 0 until the first start. */
  port: number
  /** Password of its administrator, used only by us. */
  password: string
  /** In the server's configuration syntax. */
  settings: string[]
  limits: GroupLimits
}

const pathOf = (folder: string) => join(folder, 'server.json')

export async function readRecord(folder: string, vault: Vault): Promise<ServerRecord | undefined> {
  const record = await sealedFiles(vault).read<ServerRecord>(pathOf(folder))
  // Records of earlier versions have no limits.
  return record && { ...record, limits: record.limits ?? sharedLimits() }
}

export const newRecord = (): Pick<ServerRecord, 'port' | 'password'> => ({
  port: 0,
  password: randomBytes(24).toString('hex'),
})

export const saveRecord = (folder: string, record: ServerRecord, vault: Vault): Promise<void> =>
  sealedFiles(vault).write(pathOf(folder), record)
