import { Refusal } from '#cli/refusal.ts'
import { isLoopback } from '#kit/net/loopback.ts'

/** Refuses an address to which the secret would be sent in plaintext. */
export function requireTls(address: string, sender: string): void {
  const { origin, protocol, hostname } = new URL(address)
  if (protocol !== 'http:' || isLoopback(hostname)) return
  throw new Refusal(
    `${origin} is not encrypted, and ${sender} would send your secret in plaintext.`,
    'Use its https address.',
  )
}
