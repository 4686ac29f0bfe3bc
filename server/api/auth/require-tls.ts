import { type BlockList, isIP } from 'node:net'
import type { Connection, RequestContext } from '#api/http/request-context.ts'
import { redirect } from '#api/http/response.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import { Refusal } from '#platform/refusal.ts'

/**
 * Whether the request came through a network in the clear although our public address is one of TLS. A proxy that
 * ends TLS is on this machine, or one of those that the operator trusts.
 */
export function isExposed(
  { isTls, peer }: Pick<Connection, 'isTls' | 'peer'>,
  origin: string,
  trusted: BlockList,
): boolean {
  if (isTls || !origin.startsWith('https:') || isIP(peer) === 0) return false
  return !isLoopback(peer) && !trusted.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')
}

/** Sends browsers to the safe address; whoever sends credentials is told, so that they do not do it again. */
export function answerExposed(
  { method, connection }: RequestContext,
  origin: string,
  isPage: boolean,
): Response {
  if (isPage && method === 'GET') return redirect(`${origin}${connection.target}`)
  throw new Refusal(
    'invalid',
    `This address is not encrypted: use ${origin} instead, and change the secrets that you have sent.`,
  )
}
