import { boolean, integer, list, nullable, number, object, oneOf, string } from '#kit/schema.ts'
import { transferStates } from '#protocol/databases/transfers.ts'

const figure = nullable(number)

export const contentListAnswer = object({
  entries: list(
    object({ schema: string, name: string, kind: string, bytes: figure, rows: figure }),
  ),
  /** Where the list goes on; empty at its end. */
  cursor: string,
})

export const contentRowsAnswer = object({
  columns: list(string),
  rows: list(list(nullable(string))),
  /** Whether these are all rows that there are. */
  isComplete: boolean,
})

export const transferAnswer = object({
  id: string,
  kind: oneOf('import', 'export'),
  state: oneOf(...transferStates),
  /** Bytes that have been received, imported or written in this state. */
  bytes: integer,
  /** Of the file; 0 while unknown. */
  size: integer,
  /** Name for the file of an export. */
  name: string,
  /** What came of it, in words. */
  message: string,
})
