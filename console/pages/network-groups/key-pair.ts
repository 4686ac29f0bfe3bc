/** A pair of WireGuard keys in base64. */
interface KeyPair {
  publicKey: string
  privateKey: string
}

type Key = Parameters<typeof crypto.subtle.exportKey>[1]

/** Makes a pair of keys in this browser; `undefined` if it cannot, as without HTTPS. */
export async function makeKeyPair(): Promise<KeyPair | undefined> {
  try {
    const { subtle } = crypto
    const pair: unknown = await subtle.generateKey({ name: 'X25519' }, true, ['deriveBits'])
    const { publicKey, privateKey } = pair as { publicKey: Key; privateKey: Key }
    return {
      publicKey: base64(await subtle.exportKey('raw', publicKey)),
      privateKey: base64(await subtle.exportKey('pkcs8', privateKey)),
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
