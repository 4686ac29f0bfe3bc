import { read } from '#kit/schema.ts'
import { check, list, maxLength, pipe, shape, text, transform } from '#protocol/shape.ts'
import { isSigned, type SsoVisit } from './sso.ts'

export interface SsoRules {
  /** The manifest's `api.sso_salt`. */
  salt: string
  /** Milliseconds since 1970. */
  now: number
  /** Maximum age of a form, or clock skew ahead of us; milliseconds. */
  window?: number
}

/** The verified form, or one sentence why it is rejected. */
export type CheckedSso = { visit: SsoVisit; problem?: never } | { problem: string; visit?: never }

/** Five minutes. */
export const defaultWindow = 5 * 60_000
const maxFieldLength = 1_000
const notOnce = 'must be there once'

/** A form field, as the list of its values. */
const field = pipe(
  list(text(''), notOnce),
  check(({ length }) => length === 1, notOnce),
  transform(([value = '']) => value),
  maxLength(maxFieldLength, 'is too long'),
)
const fields = {
  id: field,
  user_id: field,
  email: field,
  'nav-data': field,
  timestamp: field,
  signature: field,
}
const formSchema = shape(fields, '')

function readFields(form: URLSearchParams) {
  const given = Object.keys(fields).map((name) => [name, form.getAll(name)])
  const { value, problems } = read(formSchema, Object.fromEntries(given))
  if (!problems) return { value }
  const [unclear] = [...problems].find(([, sentence]) => sentence === notOnce) ?? []
  const tooLong = `A field of the form is longer than ${maxFieldLength} characters.`
  return { problem: unclear ? `The form must have one field '${unclear}'.` : tooLong }
}

/** Verifies a single sign-on form on the provider's side: every field once, signed, and fresh. */
export function checkSso(form: URLSearchParams, rules: SsoRules): CheckedSso {
  const { value, problem } = readFields(form)
  if (problem !== undefined) return { problem }
  const { signature, ...visit } = value
  if (!isSigned(visit, signature, rules.salt))
    return { problem: 'The signature does not fit the other fields.' }
  // With a colon inside a field, two different forms would have the same signature.
  if (`${visit.id}${visit.user_id}${visit['nav-data']}`.includes(':'))
    return { problem: 'A colon in id, user_id or nav-data makes the signature ambiguous.' }
  return isFresh(visit.timestamp, rules)
    ? { visit }
    : { problem: 'The form is too old; open the add-on again.' }
}

/** Whether a timestamp, in milliseconds or seconds, is close enough to now. */
export function isFresh(
  timestamp: string,
  { now, window = defaultWindow }: Omit<SsoRules, 'salt'>,
): boolean {
  if (!/^\d{1,15}$/.test(timestamp)) return false
  const moment = Number(timestamp) * (timestamp.length <= 11 ? 1000 : 1)
  return Math.abs(now - moment) <= window
}
