import { boolean, number, read, type Schema } from '#kit/schema.ts'
import {
  check,
  fallback,
  type Infer,
  maxLength,
  minValue,
  picklist,
  pipe,
  readOrProblem,
  regex,
  shape,
  text,
} from '#protocol/shape.ts'

/**
 *   receiving   an import whose file has not arrived as a whole
 *   writing     an export whose file is being written
 *   importing   the dump is being run
 *   done        imported; or the file of the export can be fetched
 *   failed      `message` says why
 */
export const transferStates = ['receiving', 'writing', 'importing', 'done', 'failed'] as const

export const isUnderWay = (state: string | undefined): boolean =>
  state !== 'done' && state !== 'failed'

/** Bytes of a part of a file that is sent for an import. */
export const maxPartBytes = 4 * 1024 * 1024

const maxMessage = 2_000
const count = pipe(
  number,
  minValue(0),
  check((given) => Number.isSafeInteger(given), 'must be a whole number'),
)
const words = fallback(pipe(text('must be a text'), maxLength(maxMessage, 'is too long')), '')
const transferId = /^[0-9a-f]{32}$/

/** It becomes part of a URL. */
export const isTransferId = (given: string): boolean => transferId.test(given)

const transferSchema = shape(
  {
    id: pipe(text('must be a text'), regex(transferId, 'must be an id')),
    kind: picklist(['import', 'export']),
    state: picklist(transferStates),
    /** Bytes that have been received, imported or written in this state. */
    bytes: fallback(count, 0),
    /** Of the file; 0 while unknown. */
    size: fallback(count, 0),
    /** Name for the file of an export. */
    name: fallback(
      pipe(text('must be a text'), regex(/^[\w.-]{1,100}$/, 'must be a name')),
      'dump',
    ),
    /** What came of it, in words for the customer. */
    message: words,
  },
  'must be an object',
)

/** Response to the calls below `{base_url}/{id}/transfers`, an optional extension. */
export type Transfer = Infer<typeof transferSchema>

/** Parses the response on the platform's side; `undefined` when it is invalid. */
export const readTransfer = (given: unknown): Transfer | undefined =>
  read(transferSchema, given).value

const orderSchema = shape(
  {
    kind: picklist(['import', 'export']),
    /** Bytes of the file of an import. */
    size: fallback(count, 0),
    /** Format of an export: the first that the database has when empty. */
    format: fallback(pipe(text('must be a text'), maxLength(20, 'is too long')), ''),
    /** Whether an import goes on after errors, and tells them at its end. */
    goOn: fallback(boolean, false),
  },
  'must be an object',
)

/** Body of `POST {base_url}/{id}/transfers`. */
export type TransferOrder = Infer<typeof orderSchema>

export const readTransferOrder = (given: unknown) =>
  readOrProblem(orderSchema as Schema<TransferOrder>, given, 'the body')
