import { hash } from 'node:crypto'

/** SHA-256 in hexadecimal: stored in place of a random secret that only its holder needs. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}
