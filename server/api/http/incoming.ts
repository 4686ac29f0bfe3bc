import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gatherOAuth, type OAuthGathered } from '#api/auth/oauth-parameters.ts'
import { hasTooManyParameters } from '#api/limits/form-parameters.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import { parameterOf } from '#platform/access/oauth1/parameters.ts'
import { type SignedRequest, signatureMethods } from '#platform/access/oauth1/signature.ts'
import { Refusal } from '#platform/refusal.ts'

/** What is read off a request before anything is believed. */
export interface Incoming {
  method: string
  path: string
  /** Empty when there is more of it than is read. */
  query: URLSearchParams
  isQueryTooLong: boolean
  authorization: string | undefined
  /** The address of the caller, as far as we can know it. */
  from: string
  /** The origins that the caller may have signed. */
  origins: readonly string[]
}

export interface Surroundings {
  /** The public address of the listener. */
  origin: string
  /** Proxies in front of us, whose word about the caller's address counts. */
  trustedProxies: BlockList
}

export function readIncoming(request: IncomingMessage, around: Surroundings): Incoming {
  const url = request.url ?? '/'
  const at = url.indexOf('?')
  const isQueryTooLong = at >= 0 && hasTooManyParameters(url.slice(at + 1))
  const query = new URLSearchParams(at < 0 || isQueryTooLong ? '' : url.slice(at + 1))
  const method = request.method ?? 'GET'
  return {
    method,
    path: at < 0 ? url : url.slice(0, at),
    query,
    isQueryTooLong,
    authorization: at < 0 ? request.headers.authorization : authorizationOf(request, method, query),
    from: callerAddress(request, around.trustedProxies),
    origins: originsOf(request, around.origin),
  }
}

/** A signed request as it looks at each of our addresses, with the parameters of its signature. */
export interface Signature extends Pick<OAuthGathered, 'parameters'> {
  candidates: readonly SignedRequest[]
}

export function signatureOf(incoming: Incoming, form: URLSearchParams | undefined): Signature {
  const { authorization, method, path } = incoming
  const gathered = gatherOAuth({
    authorization,
    query: incoming.query.size > 0 ? [...incoming.query] : [],
    form: form ? [...form] : [],
  })
  const { parameters, query, form: others } = gathered
  refuseUnknownMethod(parameterOf(parameters, 'oauth_signature_method'))
  const candidates = incoming.origins.map((origin) => {
    const url = origin + path
    return { method, url, query, form: others }
  })
  return { parameters, candidates }
}

/** Says which methods there are; otherwise an unknown one looks like a wrong signature. */
function refuseUnknownMethod(method: string | undefined): void {
  if (method === undefined || signatureMethods.some((known) => known === method)) return
  throw new Refusal(
    'unauthenticated',
    `oauth_signature_method ${JSON.stringify(method.slice(0, 40))} is not supported: use ${signatureMethods.join(', ')}.`,
  )
}

/** Links that a browser opens cannot carry a header: theirs has the whole of it, in base64, in the query. */
function authorizationOf(request: IncomingMessage, method: string, query: URLSearchParams) {
  const inQuery = query.get('authorization')
  if (inQuery === null || method !== 'GET') return request.headers.authorization
  query.delete('authorization')
  return request.headers.authorization ?? Buffer.from(inQuery, 'base64').toString('utf8')
}

/** The last address of the chain that no proxy of ours has added. */
function callerAddress(request: IncomingMessage, trusted: BlockList): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  const forwarded = request.headers['x-forwarded-for']
  if (!forwarded || !isTrusted(peer, trusted)) return peer
  const chain = [forwarded]
    .flat()
    .join(',')
    .split(',')
    .map((part) => plainAddress(part.trim()))
  return chain.findLast((address) => isIP(address) > 0 && !isTrusted(address, trusted)) ?? peer
}

const isTrusted = (address: string, trusted: BlockList) =>
  isIP(address) > 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const ofThisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/

/**
 * The public address, and for callers on this machine the one they have connected to. A signature for any other host
 * was not meant for us.
 */
function originsOf(request: IncomingMessage, origin: string): string[] {
  const host = (request.headers.host ?? '').toLowerCase()
  const isTls = (request.socket as TLSSocket).encrypted === true
  const direct = `${isTls ? 'https' : 'http'}://${host}`
  return ofThisMachine.test(host) && direct !== origin ? [direct, origin] : [origin]
}
