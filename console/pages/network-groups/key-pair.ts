/** A pair of WireGuard keys in base64. */
export interface KeyPair {
  publicKey: string
  privateKey: string
}

/** Makes a pair of keys in this browser; `undefined` if it cannot, as without HTTPS. */
export async function makeKeyPair(): Promise<KeyPair | undefined> {
  try {
    const pair = await crypto.subtle.generateKey({ name: 'X25519' }, true, ['deriveBits'])
    if (!('privateKey' in pair)) return undefined
    const { subtle } = crypto
    return {
      publicKey: base64(await subtle.exportKey('raw', pair.publicKey)),
      privateKey: base64(await subtle.exportKey('pkcs8', pair.privateKey)),
    }
  } catch {
    return undefined
  }
}

/** Both forms end with the 32 bytes of the key. */
const base64 = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes).slice(-32)))

/** An id for a member that is a machine of somebody. Not `randomUUID`, which browsers have with HTTPS only. */
export const newExternalId = (): string =>
  `external_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')}`
