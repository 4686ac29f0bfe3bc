import { createHash, randomBytes, randomUUID } from 'node:crypto'

/**
 * `<prefix>_<uuid>` with a version 4 UUID: existing command-line clients take an id with a UUID of version 6 or above
 * for a name.
 */
export function newId<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  return `${prefix}_${randomUUID()}`
}

const idPattern = /^[a-z]+_[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export function isId<Prefix extends string>(
  prefix: Prefix,
  text: string,
): text is `${Prefix}_${string}` {
  return text.startsWith(`${prefix}_`) && idPattern.test(text)
}

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A secret of letters and digits only, because clients put secrets unescaped into headers. */
export function newSecret(length = 40): string {
  let secret = ''
  while (secret.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && secret.length < length) secret += alphanumerics[byte % 62]
    }
  }
  return secret
}

/** A deterministic UUID for a text, in the form of version 4. */
export function stableUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
