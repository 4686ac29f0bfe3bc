import { hash } from 'node:crypto'

/** SHA-256 in hexadecimal: what is kept of a random secret that only its holder has to know. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}
