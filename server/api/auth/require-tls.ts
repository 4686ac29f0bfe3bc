import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { type Reply, redirect } from '#api/http/reply.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { Refusal } from '#platform/refusal.ts'

/** How a request has reached us. */
export interface Way {
  isTls: boolean
  /** The address at the other end of the connection. */
  peer: string
}

export const wayOf = ({ socket }: IncomingMessage): Way => ({
  isTls: (socket as TLSSocket).encrypted === true,
  peer: plainAddress(socket.remoteAddress ?? ''),
})

/**
 * Whether the request came through a network in the clear although our public address is one of TLS. A proxy that
 * ends TLS is on this machine, or one of those that the operator trusts.
 */
export function isExposed({ isTls, peer }: Way, origin: string, trusted: BlockList): boolean {
  if (isTls || !origin.startsWith('https:') || isIP(peer) === 0) return false
  return !isLoopback(peer) && !trusted.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')
}

/** Sends browsers to the safe address; whoever sends credentials is told, so that they do not do it again. */
export function answerExposed(request: IncomingMessage, origin: string, isPage: boolean): Reply {
  if (isPage && request.method === 'GET') return redirect(`${origin}${request.url ?? '/'}`)
  throw new Refusal(
    'invalid',
    `This address is not encrypted: use ${origin} instead, and change the secrets that you have sent.`,
  )
}
