import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import { parseDuration } from '#kit/text/duration.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { parseVolume } from '#platform/model/hosting/instances/volume.ts'

/** Allowed values of a variable. */
export interface Kind {
  /** For the reference and for messages about an invalid value: `the valid values are true and false`. */
  words: string
  accepts(text: string): boolean
  /** Its value is never shown. */
  isSecret?: boolean
}

/** A variable that the platform reads. */
export interface PlatformVariable {
  /** `<n>` stands for a number: `CC_WORKER_COMMAND_<n>`. */
  name: string
  kind: Kind
  /** One sentence about what it does. */
  meaning: string
}

const hasControl = (text: string) => /[\x00-\x1f\x7f]/.test(text)

export const oneOf = (values: readonly string[]): Kind => ({
  words:
    values.length < 2
      ? `the value that works is ${values.join('')}`
      : `the valid values are ${values.slice(0, -1).join(', ')} and ${values.at(-1)}`,
  accepts: (text) => values.includes(text),
})

export const boolean: Kind = {
  words: 'the valid values are true and false',
  accepts: (text) => /^(true|false|yes|no|1|0)$/i.test(text),
}

const maxDelay = 86_400

export const seconds: Kind = {
  words: `it must be a number of seconds from 0 to ${maxDelay}`,
  accepts: (text) => /^\d{1,5}$/.test(text) && Number(text) <= maxDelay,
}

export const percentage: Kind = {
  words: 'it must be a percentage from 1 to 100',
  accepts: (text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100,
}

const maxRate = 1_000_000

export const rate: Kind = {
  words: `it must be a number of requests per second, more than 0 and at most ${maxRate}`,
  accepts: (text) =>
    /^\d{1,7}(\.\d{1,3})?$/.test(text) && Number(text) > 0 && Number(text) <= maxRate,
}

const maxCommandLength = 8_192

export const command: Kind = {
  words: `it must be a command of at most ${maxCommandLength} characters`,
  accepts: (text) => text.length <= maxCommandLength && !text.includes('\0'),
}

const maxPaths = 100

export const paths: Kind = {
  words: `it must be at most ${maxPaths} paths below the application's folder, with colons between them`,
  accepts: (text) => {
    const all = pathsIn(text)
    return all.length > 0 && all.length <= maxPaths && all.every(isBelow)
  },
}

/** Paths of a colon-separated list. */
export const pathsIn = (text: string): string[] =>
  text
    .split(':')
    .map((path) => withoutTrailingSlashes(path.trim().replace(/^(\.\/+)+/, '')))
    .filter((path) => path !== '')

const isBelow = (path: string) =>
  path !== '.' && !path.startsWith('/') && !path.split('/').includes('..') && !hasControl(path)

export const path: Kind = {
  words: 'it must be a path in the repository',
  accepts: (text) => !text.split('/').includes('..') && !hasControl(text),
}

export const volume: Kind = {
  words:
    'it must be a path in the folder of the application, a colon and the BUCKET_HOST of a bucket',
  accepts: (text) => parseVolume(text) !== undefined,
}

export const requestPath: Kind = {
  words: 'it must be a path that can be requested, such as /health',
  accepts: (text) => /^[\x21-\x7e]+$/.test(text) && !text.startsWith('//'),
}

const maxDuration = 30 * 60_000

export const duration: Kind = {
  words: 'it must be seconds or a duration such as 90s, at most 30m',
  accepts: (text) => {
    const milliseconds = parseDuration(text)
    return milliseconds !== undefined && milliseconds > 0 && milliseconds <= maxDuration
  },
}

/** A duration between bounds, in milliseconds; 0 switches off what it is about. */
const durationOrNone = (words: string, min: number, max: number): Kind => ({
  words,
  accepts: (text) => {
    const milliseconds = parseDuration(text)
    if (milliseconds === undefined) return false
    return milliseconds === 0 || (milliseconds >= min && milliseconds <= max)
  },
})

export const probation = durationOrNone(
  'it must be seconds or a duration such as 30s, at most 10m, or 0 for none',
  1,
  600_000,
)

export const checkInterval = durationOrNone(
  'it must be seconds or a duration such as 10s, between 1s and 1h, or 0 for none',
  1000,
  3_600_000,
)

export const fileName: Kind = {
  words: 'it must be the name of a file, such as id_ed25519',
  accepts: (text) => /^[\w][\w.-]{0,99}$/.test(text),
}

export const version: Kind = {
  words: 'it must be a version, such as 24 or 22.15.1',
  accepts: (text) => text.length <= 200 && !hasControl(text),
}

export const line: Kind = {
  words: 'it must be one line of text',
  accepts: (text) => !hasControl(text),
}

/** A value that can be written to a settings file without escaping. */
export const token: Kind = {
  words: 'it must be a token without spaces, quotes, dollar signs and backslashes',
  accepts: (text) => /^[\x21-\x7e]+$/.test(text) && !/["'`$\\]/.test(text),
  isSecret: true,
}

export const basicCredentials: Kind = {
  words: 'it must have the form <user>:<password>',
  accepts: (text) => /^[^:]+:./.test(text) && !hasControl(text),
  isSecret: true,
}

export const privateKey: Kind = {
  words: 'it must be a private key that begins with -----BEGIN',
  accepts: (text) => /^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text),
  isSecret: true,
}

/** Value of a platform variable; a blank one counts as unset. */
export function setting(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined
}

/** Quotes customer text in a message: on one line, truncated, with visible ends. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    '\ufffd',
  )
