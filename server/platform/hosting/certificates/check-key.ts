import { createPrivateKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { type PemBlock, parsePem, pemOf } from '#kit/crypto/pem.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxKeyBytes = 16 * 1024
/** A longer RSA key makes each handshake of the router slow; a shorter one is refused by browsers. */
const rsaBits = { min: 2048, max: 4096 }
const curves = new Set(['prime256v1', 'secp384r1'])
/** Blocks that a key file may hold beside the key: OpenSSL writes the curve of an EC key first. */
const companions = new Set(['EC PARAMETERS'])
const formats = {
  'PRIVATE KEY': 'pkcs8',
  'RSA PRIVATE KEY': 'pkcs1',
  'EC PRIVATE KEY': 'sec1',
} as const

/** Reads the one unencrypted private key of a PEM text. */
export function readKey(text: string): KeyObject {
  if (Buffer.byteLength(text) > maxKeyBytes) {
    throw invalid(`The file of the private key is larger than ${maxKeyBytes / 1024} KiB.`)
  }
  const blocks = blocksOf(text).filter(({ label }) => !companions.has(label))
  const [block, second] = blocks
  if (!block) {
    throw invalid(
      'There is no private key: it must be PEM, with a line -----BEGIN PRIVATE KEY-----.',
    )
  }
  if (second) {
    throw invalid(
      `The file of the private key contains ${blocks.length} blocks: it must contain one key and nothing else.`,
    )
  }
  if (isEncrypted(block)) {
    throw invalid(
      'The private key is encrypted with a passphrase: decrypt it first, with openssl pkey -in key.pem -out plain-key.pem.',
    )
  }
  const type = formats[block.label as keyof typeof formats]
  if (!type) {
    throw invalid(
      `A block '${block.label.slice(0, 40)}' is not a private key that servers use: give an RSA or an EC key.`,
    )
  }
  try {
    return createPrivateKey({ key: pemOf(block.label, block.bytes), format: 'pem', type })
  } catch {
    throw invalid('The private key cannot be read: the file may be damaged.')
  }
}

/** Accepts keys that all browsers accept, at a bounded cost per handshake. */
export function checkKeyType(key: KeyObject): void {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'rsa') {
    if (modulusLength >= rsaBits.min && modulusLength <= rsaBits.max) return
    throw invalid(
      `The RSA key has ${modulusLength} bits: it needs at least ${rsaBits.min} and at most ${rsaBits.max}.`,
    )
  }
  if (key.asymmetricKeyType === 'ec' && curves.has(namedCurve)) return
  const kind = [key.asymmetricKeyType, namedCurve].filter(Boolean).join(' ')
  throw invalid(
    `Browsers do not know keys of the type ${kind}: use RSA, or EC with P-256 or P-384.`,
  )
}

/**
 * Whether the private part of a key makes signatures that the public key of a certificate verifies. A key file carries its
 * public part along, so that one with the public part of a neighbour's certificate and anything as private part would
 * compare equal.
 */
export function canSignFor(publicKey: KeyObject, key: KeyObject): boolean {
  const text = randomBytes(32)
  try {
    return verify('sha256', text, publicKey, sign('sha256', text, key))
  } catch {
    return false
  }
}

const isEncrypted = ({ label, headers }: PemBlock) =>
  label === 'ENCRYPTED PRIVATE KEY' || headers.some((header) => header.includes('ENCRYPTED'))

function blocksOf(text: string): PemBlock[] {
  try {
    return parsePem(text)
  } catch (error) {
    throw invalid(`The private key is not PEM: ${(error as Error).message}.`)
  }
}

const invalid = (sentence: string) => new Refusal('invalid', sentence)
