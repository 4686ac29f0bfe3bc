import { createHmac } from 'node:crypto'
import type { Connection } from '#api/http/request-context.ts'
import { sameText } from '#kit/crypto/same-text.ts'

/** The header by which a server tells another one whose request it passes on. */
export const forwardedHeader = 'berth-forwarded'

type Client = Pick<Connection, 'peer' | 'isTls'>

/** The client's side of a request, signed with the key that only servers of one store have. */
export function sealClient(key: Buffer, { peer, isTls }: Client): string {
  const text = Buffer.from(JSON.stringify({ peer, isTls })).toString('base64url')
  return `${text}.${signatureOf(key, text)}`
}

/** The client of a request that another server has passed on; `undefined` when no server has said so. */
export function openClient(key: Buffer, header: string | undefined): Client | undefined {
  const [text = '', signature = ''] = (header ?? '').split('.')
  if (text === '' || !sameText(signature, signatureOf(key, text))) return undefined
  const { peer, isTls } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  return { peer, isTls }
}

const signatureOf = (key: Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url')
