import { createHmac } from 'node:crypto'
import { sameText } from '#platform/access/oauth1/signature.ts'

/** What every authenticator understands without being told: SHA-1, six digits, thirty seconds. */
export const digits = 6
export const period = 30

/** The code of a time step (RFC 6238, RFC 4226 §5.3). */
export function totp(secret: Uint8Array, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** length).padStart(length, '0')
}

/** Which time step a moment is in. */
export const stepAt = (date: number) => Math.floor(date / 1000 / period)

/** The step that a code is of: this one, or a neighbour, because clocks differ and people are slow. */
export function stepOf(secret: Uint8Array, code: string, date: number): number | undefined {
  const now = stepAt(date)
  return [now, now - 1, now + 1].find((step) => step >= 0 && sameText(totp(secret, step), code))
}
