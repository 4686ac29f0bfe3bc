import type { Parts } from '#engines/process/parts.ts'
import { thisBoot } from '#engines/process/processes/identity.ts'
import { type InstanceRecord, readRecord } from './instance-folder.ts'

/**
 * What is left of an instance that has ended, to go on with. Changes over an artifact may be torn when the machine
 * went down in between, so they are thrown away.
 */
export async function findRemaining(
  { trash }: Pick<Parts, 'trash'>,
  folder: string,
): Promise<InstanceRecord | undefined> {
  const record = await readRecord(folder)
  if (record?.over === undefined || record.boot === thisBoot) return record
  await trash.throwAway(folder)
  return undefined
}
