import { isSigned, type SsoVisit } from './sso.ts'

export interface SsoRules {
  /** The manifest's `api.sso_salt`. */
  salt: string
  /** Milliseconds since 1970. */
  now: number
  /** How old, or how far ahead of our clock, a form may be; milliseconds. */
  window?: number
}

/** The form holds, or the one sentence why it does not. */
export type CheckedSso = { visit: SsoVisit; problem?: never } | { problem: string; visit?: never }

const fiveMinutes = 5 * 60_000
const maxFieldLength = 1_000
const names = ['id', 'user_id', 'email', 'nav-data', 'timestamp'] as const

/** Reads the form of a single sign-on as a provider must: every field once, signed, and fresh. */
export function checkSso(form: URLSearchParams, rules: SsoRules): CheckedSso {
  const given = [...names, 'signature'] as const
  const unclear = given.find((name) => form.getAll(name).length !== 1)
  if (unclear) return { problem: `The form must have one field '${unclear}'.` }
  if (given.some((name) => (form.get(name) ?? '').length > maxFieldLength))
    return { problem: `A field of the form is longer than ${maxFieldLength} characters.` }

  const visit = Object.fromEntries(
    names.map((name) => [name, form.get(name)]),
  ) as unknown as SsoVisit
  if (!isSigned(visit, form.get('signature') ?? '', rules.salt))
    return { problem: 'The signature does not fit the other fields.' }
  // With a colon inside a field, two different forms would have the same signature.
  if (`${visit.id}${visit.user_id}${visit['nav-data']}`.includes(':'))
    return { problem: 'A colon in id, user_id or nav-data makes the signature ambiguous.' }
  return isFresh(visit.timestamp, rules)
    ? { visit }
    : { problem: 'The form is too old; open the add-on again.' }
}

/** Whether a timestamp, in milliseconds or seconds, is near enough to now. */
export function isFresh(
  timestamp: string,
  { now, window = fiveMinutes }: Omit<SsoRules, 'salt'>,
): boolean {
  if (!/^\d{1,15}$/.test(timestamp)) return false
  const moment = Number(timestamp) * (timestamp.length <= 11 ? 1000 : 1)
  return Math.abs(now - moment) <= window
}
