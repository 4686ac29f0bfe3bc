import { read } from '#kit/schema.ts'
import { fallback, type Infer, maxLength, picklist, pipe, shape, text } from '#protocol/shape.ts'

/**
 *   saving      what is there now is backed up first
 *   testing     the back-up is restored elsewhere, to see that it can be
 *   restoring   what is there now is replaced
 *   restored    done
 *   failed      what was there before is there again
 */
export const restoreStates = ['saving', 'testing', 'restoring', 'restored', 'failed'] as const

const maxMessage = 1_000
const words = fallback(pipe(text('must be a text'), maxLength(maxMessage, 'is too long')), '')

const restoreSchema = shape(
  {
    state: picklist(restoreStates),
    /** Back-up of what was there before, once it exists. */
    savedId: words,
    /** Why it failed; for the customer. */
    message: words,
  },
  'must be an object',
)

/** Response to `POST` and `GET {base_url}/{id}/backups/{backupId}/restore`, an optional extension. */
export type RestoreProgress = Infer<typeof restoreSchema>

/** Parses the response on the platform's side; `undefined` when it is invalid. */
export const readRestoreProgress = (given: unknown): RestoreProgress | undefined =>
  read(restoreSchema, given).value
