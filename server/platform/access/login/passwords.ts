import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { Refusal } from '#platform/refusal.ts'

const hash = promisify(argon2)

/** Whoever tries many passwords keeps neither memory nor the threads that files are read with from everybody else. */
const pass = limitConcurrency({
  atOnce: 2,
  waiting: 100,
  full: () => new Refusal('unavailable', 'Too many logins at the moment. Try again in a minute.'),
})
const derive = (parameters: Argon2Parameters) => pass(() => hash('argon2id', parameters))

/** The least that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const keyLength = 32

/** argon2id in its usual text form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive({
    message: Buffer.from(password),
    nonce: salt,
    tagLength: keyLength,
    ...cost,
  })
  return textOf(salt, key)
}

/** A hash that no password has. */
export const unknowableHash = (): string => textOf(randomBytes(16), randomBytes(keyLength))

function textOf(salt: Buffer, key: Buffer): string {
  const { memory, passes, parallelism } = cost
  const [saltText, keyText] = [salt, key].map((bytes) => bytes.toString('base64url'))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${saltText}$${keyText}`
}

/** Whether the password is the one that was hashed, whatever cost it was hashed at. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!match) return false
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  const [salt, expected] = match.slice(4).map((text) => Buffer.from(text, 'base64url')) as [
    Buffer,
    Buffer,
  ]
  const key = await derive({
    message: Buffer.from(password),
    nonce: salt,
    tagLength: expected.length,
    memory,
    passes,
    parallelism,
  })
  return timingSafeEqual(key, expected)
}
