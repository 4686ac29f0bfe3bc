import { integer, read } from '#kit/schema.ts'
import {
  type Infer,
  list,
  maxLength,
  minValue,
  nullish,
  picklist,
  pipe,
  regex,
  shape,
  text,
} from '#protocol/shape.ts'

/** Names that one page may have. */
export const maxListed = 500
/** Bytes of one part of an upload. */
export const maxPartBytes = 8 * 1024 * 1024

export const fileTypes = ['file', 'folder', 'link', 'other'] as const

const draftId = /^[0-9a-f-]{36}$/

/** Id that a client chooses for an upload, a UUID. */
export const isDraftId = (given: string): boolean => draftId.test(given)

/** As `fileName` writes it. */
const name = pipe(text('must be a text'), regex(/^[ -~]{1,765}$/, 'must be a name'))
const figure = pipe(integer, minValue(0))

const entry = shape(
  {
    name,
    type: picklist(fileTypes),
    /** In bytes. */
    size: figure,
    /** Seconds since the epoch. */
    modified: integer,
  },
  'must be an object',
)

const listingSchema = shape(
  {
    entries: pipe(list(entry, 'must be a list'), maxLength(maxListed, 'must not be so long')),
    /** Name after which the next page begins; `null` at the end. */
    next: nullish(name),
  },
  'must be an object',
)

/** Response to `GET {base_url}/{id}/files`, an optional extension: what a folder has, in the order of the bytes of names. */
export type FileListing = Infer<typeof listingSchema>
export type FileEntry = Infer<typeof entry>

/** Parses the response to the same with `self=true`: what is at a path. */
export const readEntry = (given: unknown): FileEntry | undefined => read(entry, given).value

/** Parses the response on the platform's side; `undefined` when it is invalid. */
export const readListing = (given: unknown): FileListing | undefined =>
  read(listingSchema, given).value
