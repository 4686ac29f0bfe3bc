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
} from '#protocol/shape.ts'

const backupId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

/** It becomes part of a URL and of a file name. */
export const isBackupId = (given: unknown): given is string =>
  typeof given === 'string' && backupId.test(given)

const date = pipe(
  text('must be a date'),
  check((given) => !Number.isNaN(Date.parse(given)), 'must be a date'),
  transform((given) => new Date(given).toISOString()),
)

export const backupStatuses = ['success', 'failed', 'running'] as const

/** Why one was made. */
const backupKinds = ['scheduled', 'requested', 'before-restore'] as const

const backupSchema = shape(
  {
    id: pipe(text('must be a text'), regex(backupId, 'must be a name')),
    /** Start time, as ISO 8601. */
    date,
    status: picklist(backupStatuses),
    /** In bytes; 0 until it has succeeded. */
    size: fallback(pipe(integer, minValue(0)), 0),
    /** Expiry date, as ISO 8601; absent when the provider does not say. */
    deleteAt: fallback(optional(date), undefined),
    /** Absent when the provider does not say. */
    kind: fallback(optional(picklist(backupKinds)), undefined),
  },
  'must be an object',
)

/** One entry of the response to `GET {base_url}/{id}/backups`, an optional extension. */
export type Backup = Infer<typeof backupSchema>

/** Parses one entry on the platform's side; `undefined` when it is invalid. */
export function readBackup(given: unknown): Backup | undefined {
  const { value } = read(backupSchema, given)
  if (!value) return undefined
  const { deleteAt, kind, ...backup } = value
  return {
    ...backup,
    ...(deleteAt === undefined ? {} : { deleteAt }),
    ...(kind === undefined ? {} : { kind }),
  }
}

/** Parses the option `restore` of an order: a resource and one of its back-ups. */
export function readRestore(text: string): { id: string; backupId: string } | undefined {
  const at = text.lastIndexOf('/')
  const [id, backupId] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && isBackupId(backupId) ? { id, backupId } : undefined
}
