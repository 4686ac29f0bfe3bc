import { integer, read } from '#kit/schema.ts'
import {
  check,
  fallback,
  type Infer,
  minValue,
  optional,
  picklist,
  pipe,
  regex,
  shape,
  text,
  transform,
} from './shape.ts'

const backupId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

/** An address and a file name are made of it. */
export const isBackupId = (given: unknown): given is string =>
  typeof given === 'string' && backupId.test(given)

const date = pipe(
  text('must be a date'),
  check((given) => !Number.isNaN(Date.parse(given)), 'must be a date'),
  transform((given) => new Date(given).toISOString()),
)

const backupSchema = shape(
  {
    id: pipe(text('must be a text'), regex(backupId, 'must be a name')),
    /** When it was begun, as ISO 8601. */
    date,
    status: picklist(['success', 'failed', 'running']),
    /** In bytes; 0 until it has succeeded. */
    size: fallback(pipe(integer, minValue(0)), 0),
    /** When its time is over and it is deleted, as ISO 8601; absent when the provider does not say. */
    deleteAt: fallback(optional(date), undefined),
  },
  'must be an object',
)

/** One entry of the answer to `GET {base_url}/{id}/backups`, which providers need not know. */
export type Backup = Infer<typeof backupSchema>

/** Reads one entry as the platform; nothing when it is not one. */
export function readBackup(given: unknown): Backup | undefined {
  const { value } = read(backupSchema, given)
  if (!value) return undefined
  const { deleteAt, ...backup } = value
  return deleteAt === undefined ? backup : { ...backup, deleteAt }
}

/** What an order names in its option `restore`: a resource and one of its back-ups. */
export function readRestore(text: string): { id: string; backupId: string } | undefined {
  const at = text.lastIndexOf('/')
  const [id, backupId] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && isBackupId(backupId) ? { id, backupId } : undefined
}
