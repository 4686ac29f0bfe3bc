import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import type { PasswordHasher } from '#platform/model/identity/access/password-hasher.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** argon2id cost: KiB of memory, passes, lanes. */
export interface PasswordCost {
  memory: number
  passes: number
  parallelism: number
}

/** Minimum that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
export const defaultPasswordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

const keyLength = 32
const saltLength = 16
const compute = promisify(argon2)

export function createPasswordHasher(cost: PasswordCost): PasswordHasher {
  /**
   * Limits concurrent hashing, so that a flood of logins exhausts neither memory nor the libuv threads that file I/O
   * uses.
   */
  const pass = limitConcurrency({
    maxConcurrent: 2,
    maxQueued: 100,
    full: () => new Refusal('unavailable', 'Too many logins at the moment. Try again in a minute.'),
  })
  const derive = (parameters: Argon2Parameters) => pass(() => compute('argon2id', parameters))
  return {
    async hash(password) {
      const salt = randomBytes(saltLength)
      const message = Buffer.from(password)
      const key = await derive({ message, nonce: salt, tagLength: keyLength, ...cost })
      return encode(cost, salt, key)
    },
    async verify(password, hash) {
      const known = decode(hash)
      if (!known) return false
      const { salt: nonce, key, cost } = known
      const message = Buffer.from(password)
      const given = await derive({ message, nonce, tagLength: key.length, ...cost })
      return timingSafeEqual(given, key)
    },
    unknowableHash: encode(cost, randomBytes(saltLength), randomBytes(keyLength)),
  }
}

function encode({ memory, passes, parallelism }: PasswordCost, salt: Buffer, key: Buffer): string {
  const [saltText, keyText] = [salt, key].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  )
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${saltText}$${keyText}`
}

/** Accepts base64url too, which earlier versions wrote; Node decodes both alphabets. */
function decode(hash: string): { cost: PasswordCost; salt: Buffer; key: Buffer } | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!match) return undefined
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  const [salt, key] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  return { cost: { memory, passes, parallelism }, salt, key }
}
