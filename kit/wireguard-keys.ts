import { generateKeyPairSync } from 'node:crypto'

/** A pair of WireGuard keys: those of X25519, as base64 of their 32 bytes. */
export interface KeyPair {
  publicKey: string
  privateKey: string
}

export function newKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const bytes = (key: Buffer) => key.subarray(-32).toString('base64')
  return {
    publicKey: bytes(publicKey.export({ type: 'spki', format: 'der' })),
    privateKey: bytes(privateKey.export({ type: 'pkcs8', format: 'der' })),
  }
}

/** Whether a text is a public key, in the one form that WireGuard takes. */
export function isPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  return (
    bytes.length === 32 && bytes.toString('base64') === text && bytes.some((byte) => byte !== 0)
  )
}
