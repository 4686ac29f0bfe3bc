import { isObject, own } from './json-value.ts'

/** One entry of the answer to `GET {base_url}/{id}/backups`, which providerClient need not know. */
export interface Backup {
  id: string
  /** When it was begun, as ISO 8601. */
  date: string
  status: 'success' | 'failed' | 'running'
  /** In bytes; 0 until it has succeeded. */
  size: number
  /** When its time is over and it is deleted, as ISO 8601; absent when the provider does not say. */
  deleteAt?: string
}

/** An address and a file name are made of it. */
export const isBackupId = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(text)

/** Reads one entry as the platform; nothing when it is not one. */
export function readBackup(value: unknown): Backup | undefined {
  const keys = ['id', 'date', 'status', 'size', 'deleteAt']
  const [id, date, status, size, deleteAt] = keys.map((key) => own(value, key))
  const isKnown = status === 'success' || status === 'failed' || status === 'running'
  if (!isObject(value) || !isBackupId(id) || !isKnown) return undefined
  const begun = readDate(date)
  if (begun === undefined) return undefined
  const end = readDate(deleteAt)
  const bytes = typeof size === 'number' && Number.isSafeInteger(size) && size > 0 ? size : 0
  return { id, date: begun, status, size: bytes, ...(end !== undefined && { deleteAt: end }) }
}

function readDate(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** What an order names in its option `restore`: a resource and one of its back-ups. */
export function readRestore(text: string): { id: string; backupId: string } | undefined {
  const at = text.lastIndexOf('/')
  const [id, backupId] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && isBackupId(backupId) ? { id, backupId } : undefined
}
