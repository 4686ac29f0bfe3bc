import { isIP } from 'node:net'
import { parseDuration } from '#kit/duration.ts'

/** One setting of the server: where it is read, what it means, and how its text becomes a value. */
export interface Setting<T> {
  variable: string
  fallback: string
  meaning: string
  /** The value, or a sentence that says what is wrong. */
  parse(text: string): T | Problem
}

/** Why a text is not a value of the setting. */
export class Problem {
  readonly sentence: string
  constructor(sentence: string) {
    this.sentence = sentence
  }
}

export const text = (text: string) => text
export const port = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) < 65_536
    ? Number(text)
    : new Problem('is not a port: give a number from 0 (any free one) to 65535')
export const address = (text: string) =>
  isIP(text) ? text : new Problem('is not an IP address, such as 127.0.0.1 or 0.0.0.0')
export const origin = (text: string) => {
  if (text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && url.origin === text
    ? text
    : new Problem(
        'is not an address such as https://api.example.org (without a path or a slash at the end)',
      )
}
export const hostName = (text: string) =>
  /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*(:\d{1,5})?$/i.test(text)
    ? text.toLowerCase()
    : new Problem('is not a host name')
export const oneOf =
  <T extends string>(...values: T[]) =>
  (text: string) =>
    values.find((value) => value === text) ??
    new Problem(`is not known here: use ${values.join(' or ')}`)
export const duration = (text: string) =>
  parseDuration(text) ?? new Problem('is not a duration, such as 90s or 15m')
export const megabytes = (text: string) =>
  /^\d{1,7}$/.test(text) && Number(text) > 0
    ? Number(text) * 1024 * 1024
    : new Problem('is not a number of megabytes')
export const count = (text: string) =>
  /^\d{1,4}$/.test(text) && Number(text) > 0
    ? Number(text)
    : new Problem('is not a number of at least 1')
export const email = (text: string) =>
  /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254
    ? text.toLowerCase()
    : new Problem('is not an e-mail address')

export const setting = <T>(
  variable: string,
  fallback: string,
  parse: (text: string) => T | Problem,
  meaning: string,
): Setting<T> => ({ variable, fallback, parse, meaning })
