import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** Signs texts that clients store for us, such as cookies, so that they cannot be changed or forged. */
export interface Signer {
  /** The text with its signature; `purpose` prevents reuse of a signature elsewhere. */
  sign(purpose: string, text: string): string
  /** The text, if its signature for this purpose is valid. */
  open(purpose: string, signed: string): string | undefined
}

const maxLength = 4096

export function createSigner(key: Buffer): Signer {
  const secret = createSecretKey(key)
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
  return {
    sign: (purpose, text) => `${text}.${mac(purpose, text)}`,
    open(purpose, signed) {
      const at = signed.lastIndexOf('.')
      if (at < 0 || signed.length > maxLength) return undefined
      const text = signed.slice(0, at)
      const [given, right] = [signed.slice(at + 1), mac(purpose, text)].map((part) =>
        Buffer.from(part),
      ) as [Buffer, Buffer]
      return given.length === right.length && timingSafeEqual(given, right) ? text : undefined
    },
  }
}
