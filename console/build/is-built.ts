import { join } from 'node:path'
import { isUpToDate } from '#kit/files/input-record.ts'

/** The checkout. */
export const root = join(import.meta.dirname, '../..')
export const dist = join(root, 'console/dist')
/** What the files in the folder were made from; the server compares it with the sources when it starts. */
export const recordName = 'inputs.json'

/** Whether `console/dist` was made from the sources as they are. */
export const isBuilt = (): Promise<boolean> => isUpToDate(root, join(dist, recordName))
