import { randomBytes } from 'node:crypto'

/** Crockford's base32: without letters that look like a digit or another letter. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 12
const codeCount = 10

/** Codes for when the device is lost, of sixty random bits each: `4kq7-0x3m-zt9b`. */
export function newBackupCodes(): string[] {
  return Array.from({ length: codeCount }, () =>
    grouped(Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('')),
  )
}

/** Normalises typed input to the stored form, ignoring case and dashes. */
export function normaliseBackupCode(typed: string): string {
  const letters = typed.slice(0, 64).toLowerCase().replace(/[\s-]/g, '')
  return grouped(letters.replaceAll('o', '0').replace(/[il]/g, '1'))
}

const grouped = (letters: string) => (letters.match(/.{1,4}/gsu) ?? []).join('-')
