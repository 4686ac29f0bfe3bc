import { Refusal } from '#platform/refusal.ts'

/** A number of a query as `{ [name]: number }`, or nothing when it is not there. */
export function readCount<Name extends string>(
  query: URLSearchParams,
  name: Name,
): { [K in Name]?: number } {
  const text = query.get(name)
  if (text === null || text === '') return {}
  if (/^\d{1,9}$/.test(text)) return { [name]: Number(text) } as { [K in Name]: number }
  throw new Refusal('invalid', `${name} must be a whole number.`)
}

/** A moment of a query, given as ISO 8601 or in milliseconds, as `{ [name]: milliseconds }`. */
export function readMoment<Name extends string>(
  query: URLSearchParams,
  name: Name,
): { [K in Name]?: number } {
  const text = query.get(name)
  if (text === null || text === '') return {}
  const moment = /^\d{12,14}$/.test(text) ? Number(text) : Date.parse(text)
  if (!Number.isNaN(moment)) return { [name]: moment } as { [K in Name]: number }
  throw new Refusal('invalid', `${name} must be a date such as 2026-01-31T12:00:00Z.`)
}

/** A text of a query as `{ [name]: text }`, or nothing when it is not there. */
export function readText<Name extends string>(
  query: URLSearchParams,
  from: string,
  name: Name,
): { [K in Name]?: string } {
  const text = query.get(from)
  return text ? ({ [name]: text } as { [K in Name]: string }) : {}
}
