import { randomBytes } from 'node:crypto'
import { digestOf } from '#kit/crypto/digest.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { BasicAuth } from '#platform/model/hosting/visitors/visitor-rules.ts'

const variable = 'CC_HTTP_BASIC_AUTH'
const variablePattern = /^CC_HTTP_BASIC_AUTH(_\d+)?$/
const maxUsers = 100
const maxLength = 1000
/** Control characters: no client can send them (RFC 7617, 2). */
const controlCharacters = /\p{Cc}/u

/** What previews demand of visitors with a password of theirs, besides the credentials in their variables. */
export const previewCredentials = (password: string): Environment => ({
  [`${variable}_999999999`]: `preview:${password}`,
})

/** Whether an environment demands credentials of visitors. */
export const hasCredentials = (environment: Environment): boolean =>
  Object.keys(environment).some((name) => variablePattern.test(name))

/**
 * The credentials in `CC_HTTP_BASIC_AUTH` and `CC_HTTP_BASIC_AUTH_<n>`, each `user:password`. `fail` is called with what is
 * wrong, and has to throw: who has set a password must not find the application open.
 */
export function credentialsIn(
  environment: Environment,
  fail: (sentence: string) => never,
): string[] {
  const named = Object.entries(environment).filter(([name]) => variablePattern.test(name))
  if (named.length > maxUsers) fail(`At most ${maxUsers} variables ${variable}_<n> are allowed.`)
  for (const [name, value] of named) {
    if (!/^[^:]+:./su.test(value)) {
      fail(`${name} must be a user and a password with a colon between them, such as anna:secret.`)
    }
    if (controlCharacters.test(value)) {
      fail(`${name} contains a line break or another control character.`)
    }
    if (value.length > maxLength) fail(`${name} is longer than ${maxLength} characters.`)
  }
  return named.map(([, value]) => value)
}

/** Digests of credentials; those that are there already keep their salt, so that the route stays the same. */
export function hashCredentials(
  credentials: readonly string[],
  before: BasicAuth | null,
): BasicAuth | null {
  if (credentials.length === 0) return null
  if (before) {
    const same = { salt: before.salt, digests: digestsOf(credentials, before.salt) }
    if (JSON.stringify(same) === JSON.stringify(before)) return before
  }
  const salt = randomBytes(16).toString('hex')
  return { salt, digests: digestsOf(credentials, salt) }
}

const digestsOf = (credentials: readonly string[], salt: string) =>
  credentials.map((each) => digestOf(salt + Buffer.from(each, 'utf8').toString('base64'))).sort()
