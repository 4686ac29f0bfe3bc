import { createHmac } from 'node:crypto'
import { sameText } from '#kit/crypto/same-text.ts'

/** What came to the address of a webhook. */
export interface IncomingDelivery {
  header(name: string): string | undefined
  body: Buffer
  /** Client address. */
  from: string
}

/** Headers with the HMAC-SHA256 of the body in hexadecimal, after a prefix where the host writes one. */
const signatures: readonly (readonly [header: string, prefix: string])[] = [
  // GitHub, and Gitea and Forgejo beside their own.
  ['x-hub-signature-256', 'sha256='],
  // Bitbucket.
  ['x-hub-signature', 'sha256='],
  ['x-gitea-signature', ''],
  ['x-forgejo-signature', ''],
]

/**
 * Whether whoever called knows the secret: by one of the signatures, by the token of GitLab, or, for programs that sign
 * nothing, by the secret itself. Every comparison takes the same time wherever the texts differ.
 */
export function isSigned({ header, body }: IncomingDelivery, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest('hex')
  const isHmac = signatures.some(([name, prefix]) => {
    const given = header(name)
    return given !== undefined && sameText(given, prefix + expected)
  })
  return (
    isHmac ||
    sameText(header('x-gitlab-token') ?? '', secret) ||
    sameText(header('authorization') ?? '', `Bearer ${secret}`)
  )
}
