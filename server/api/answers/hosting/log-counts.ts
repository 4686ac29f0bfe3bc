import { integer, list, object, record, string } from '#kit/schema.ts'

/** How many lines a search finds over time. */
export const logCounts = object({
  since: string,
  until: string,
  /** Seconds of a point. */
  span: integer,
  /** After `since` if the log was too long to be counted in time: what was written before is missing. */
  countedSince: string,
  total: integer,
  /** Without those that have no line; `counts` are by severity or by class of status. */
  points: list(object({ date: string, total: integer, counts: record(integer) })),
  /** Addresses of files with everything that was found, which expire after some minutes. */
  files: object({ text: string, json: string }),
})
