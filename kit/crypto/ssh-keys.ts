import { createHash } from 'node:crypto'

/** A public key of an `authorized_keys` line. */
export interface PublicKey {
  type: string
  /** The key in SSH wire format. */
  blob: Buffer
  comment: string
  /** `SHA256:…`, as printed by `ssh-keygen -l`. */
  fingerprint: string
}

const maxLineLength = 16_384
const ed25519Length = 32
/** Coordinate size in bytes, by the curve name at the end of the key type. */
const curves: Record<string, number> = { nistp256: 32, nistp384: 48, nistp521: 66 }
const rsaBits = { min: 2048, max: 16_384 }

/** Parses one line without options; `undefined` when it is not a key that can be used to log in. */
export function parsePublicKey(text: string): PublicKey | undefined {
  if (text.length > maxLineLength) return undefined
  const line = text.trim()
  if (/[\r\n\0]/.test(line)) return undefined
  const [type = '', rest = ''] = cutAtBlank(line)
  const [encoded, comment] = cutAtBlank(rest)
  if (!/^[a-z0-9-]{1,64}$/.test(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined
  const blob = Buffer.from(encoded, 'base64')
  if (blob.toString('base64') !== encoded || publicKeyType(blob) !== type) return undefined
  return { type, blob, comment: comment.trim(), fingerprint: publicKeyFingerprint(blob) }
}

/** The first word, and the rest after spaces and tabs. */
function cutAtBlank(text: string): [word: string, rest: string] {
  const at = text.search(/[ \t]/)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at).trimStart()]
}

/** `SHA256:…` of a key in SSH wire format. */
export function publicKeyFingerprint(publicKey: Buffer): string {
  const digest = createHash('sha256').update(publicKey).digest('base64')
  return `SHA256:${digest.replace(/=+$/, '')}`
}

/** Type of a key in SSH wire format, or `undefined` when it is not supported. */
export function publicKeyType(blob: Buffer): string | undefined {
  const [name, ...fields] = fieldsOf(blob) ?? []
  const type = name?.toString('latin1')
  return type && fitsType(type, fields) ? type : undefined
}

function fitsType(type: string, fields: Buffer[]): boolean {
  const [first, second] = fields
  if (type === 'ssh-ed25519') return fields.length === 1 && first?.length === ed25519Length
  if (type === 'ssh-rsa') return fields.length === 2 && isExponent(first) && isModulus(second)
  const curve = /^ecdsa-sha2-(nistp\d+)$/.exec(type)?.[1] ?? ''
  const coordinate = curves[curve]
  if (!coordinate || fields.length !== 2) return false
  const isPoint = second?.[0] === 4 && second.length === 1 + 2 * coordinate
  return first?.toString('latin1') === curve && isPoint
}

const isExponent = (field?: Buffer) =>
  field !== undefined && field.length > 0 && field.length <= 8 && ((field.at(-1) ?? 0) & 1) === 1

function isModulus(field?: Buffer): boolean {
  if (!field || (field[0] ?? 0x80) >= 0x80) return false
  const digits = field[0] === 0 ? field.subarray(1) : field
  const bits = digits.length * 8 - Math.clz32(digits[0] ?? 0) + 24
  return bits >= rsaBits.min && bits <= rsaBits.max
}

const privateKeyMagic = 'openssh-key-v1\0'

/** The line for `known_hosts` of a private key in OpenSSH format, without a comment; its public half is not encrypted. */
export function publicKeyLine(privateKey: string): string {
  const bytes = Buffer.from(privateKey.replaceAll(/^-.*$/gm, ''), 'base64')
  if (bytes.toString('latin1', 0, privateKeyMagic.length) !== privateKeyMagic) {
    throw new Error('not a private SSH key')
  }
  let at = privateKeyMagic.length
  const next = () => {
    const from = at + 4
    at = from + bytes.readUInt32BE(at)
    return bytes.subarray(from, at)
  }
  // Cipher, key derivation and its options; then the number of keys.
  for (let field = 0; field < 3; field++) next()
  at += 4
  const blob = next()
  return `${publicKeyType(blob) ?? ''} ${blob.toString('base64')}`
}

/** Length-prefixed fields, or `undefined` when they do not fill the bytes exactly. */
function fieldsOf(blob: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = []
  let at = 0
  while (at < blob.length) {
    if (at + 4 > blob.length) return undefined
    const end = at + 4 + blob.readUInt32BE(at)
    if (end > blob.length) return undefined
    fields.push(blob.subarray(at + 4, end))
    at = end
  }
  return fields
}
