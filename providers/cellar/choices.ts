import type { GatewayAddress } from './gateway/requests.ts'

/** What the operator has chosen. */
export interface Choices {
  /** A server of somebody else, for new add-ons. */
  server: GatewayAddress | undefined
  /** Path of the program of our own server. */
  program: string | undefined
}

/** Reads what the platform hands over: `url`, `adminUrl`, `keyId` and `secret`, or `program`. */
export function readChoices(given: Readonly<Record<string, string>> = {}): Choices {
  const { url, adminUrl, keyId, secret, program } = given
  const server =
    url && keyId && secret ? { url, adminUrl: adminUrl || url, keyId, secret } : undefined
  return { server, program: program || undefined }
}
