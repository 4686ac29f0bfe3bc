import type { IncomingMessage } from 'node:http'
import type { RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectionOptions, SecureContext } from 'node:tls'
import { basicAuth } from '#kit/net/basic-auth.ts'
import { request } from '#kit/net/http.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import { scopeOf } from '#kit/net/special-addresses.ts'
import { webAddress } from '#kit/net/web-address.ts'
import { userAgent } from '#outbound/user-agent.ts'
import {
  type ProviderCall,
  type ProviderClient,
  type ProviderResponse,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import { notAllowed, reasonOf, sentenceFor } from './call-errors.ts'
import { createDownloads } from './downloads.ts'
import { lookupAllowed } from './lookup.ts'
import { postBody } from './post-body.ts'
import { readAnswer, readBeginning, UnusableAnswerError } from './read-answer.ts'
import { createNameResolver } from './resolve-name.ts'
import { isAllowed, type PrivateTargets } from './targets.ts'
import { trustIn } from './trust.ts'

type OutgoingCall = ProviderCall & { protocol?: string }

export interface ProviderOptions {
  /** Private addresses that providers may have; plain HTTP is allowed only there. */
  allowed: PrivateTargets
  /** Additional CA certificates. */
  authorities: readonly string[]
  /** Plain HTTP is allowed everywhere: every URL is the operator's. */
  allowsPlainHttp?: boolean
}

/** Calls providers over HTTPS, only at addresses that the operator allows. */
export function createProviderClient({
  allowed,
  authorities,
  allowsPlainHttp = false,
}: ProviderOptions): ProviderClient {
  const https = process.getBuiltinModule('node:https')
  // Created once, on demand: parsing all CA certificates takes longer than most calls.
  let trust: SecureContext | undefined
  const lookup = lookupAllowed(allowed, createNameResolver())

  const objectionTo = (text: string): string | undefined => {
    const url = webAddress(text)
    if (!url) return `${text.slice(0, 200)} is not a web address.`
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isNear = isIP(host) ? scopeOf(host) !== 'public' : isLoopback(host)
    if (isIP(host) && !isAllowed(scopeOf(host), allowed)) return notAllowed(host)
    if (url.protocol === 'http:' && !allowsPlainHttp && !(isNear && allowed !== 'none')) {
      return `${url.origin} is called over HTTPS only.`
    }
    return undefined
  }

  const optionsFor = (call: OutgoingCall, url: URL, signal: AbortSignal) => {
    const headers = call.protocol && { connection: 'upgrade', upgrade: call.protocol }
    const options: RequestOptions & Pick<ConnectionOptions, 'secureContext'> = {
      method: call.method,
      agent: false,
      lookup,
      signal,
      headers: { ...headersOf(call, bodyOf(call)), ...headers },
    }
    if (url.protocol !== 'https:') return options
    trust ??= trustIn(authorities)
    return { ...options, secureContext: trust }
  }

  /** Sends a request and reads the response; errors until then become a `ProviderUnreachableError`. */
  function ask<T>(
    call: OutgoingCall,
    signal: AbortSignal,
    read: (answer: IncomingMessage, elapsed: () => number) => Promise<T>,
    onUpgrade?: (socket: Duplex) => T,
  ): Promise<T> {
    const begin = performance.now()
    const elapsed = () => performance.now() - begin
    const objection = objectionTo(call.url)
    if (objection) return Promise.reject(new ProviderUnreachableError('unsent', objection, 0))
    const url = new URL(call.url)
    const options = optionsFor(call, url, signal)
    return new Promise<T>((resolve, reject) => {
      const asking = url.protocol === 'https:' ? https.request(url, options) : request(url, options)
      let isConnected = false
      asking.on('socket', (socket) => {
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          isConnected = true
        })
      })
      const fail = (error: Error) => {
        const reason = reasonOf(error, call.timeout)
        const sentence =
          reason === undefined ? sentenceFor(error, url) : `${url.host} did not answer (${reason}).`
        reject(
          new ProviderUnreachableError(fateOf(error, isConnected), sentence, elapsed(), reason),
        )
      }
      asking.on('error', fail)
      // Otherwise the call would never end, not even at its timeout.
      asking.on('upgrade', (answer, socket, head) => {
        if (onUpgrade && answer.headers.upgrade === call.protocol) {
          // It may be reset before anybody listens, which would be an error of this process.
          socket.on('error', () => socket.destroy())
          if (head.length > 0) socket.unshift(head)
          return resolve(onUpgrade(socket))
        }
        socket.destroy()
        fail(new UnusableAnswerError(`answered ${answer.statusCode}, which nobody asked for`))
      })
      asking.on('response', (answer) =>
        read(answer, elapsed).then(resolve, (error) => {
          asking.destroy()
          fail(error)
        }),
      )
      asking.end(bodyOf(call))
    })
  }

  const call: ProviderClient['call'] = (call, signal) =>
    ask(call, within(call.timeout, signal), async (answer, elapsed) => ({
      text: await (call.maxAnswerBytes === undefined
        ? readAnswer(answer)
        : readBeginning(answer, call.maxAnswerBytes)),
      status: answer.statusCode ?? 0,
      duration: elapsed(),
    }))

  const responseIn = async (answer: IncomingMessage, elapsed: () => number) => ({
    text: await readAnswer(answer),
    status: answer.statusCode ?? 0,
    duration: elapsed(),
  })

  return {
    objectionTo,
    call,
    async upgrade(call, signal) {
      // The signal of a request would end what it has become as well.
      const beginning = new AbortController()
      const timer = setTimeout(() => beginning.abort(), call.timeout)
      const leave = () => beginning.abort()
      signal?.addEventListener('abort', leave)
      try {
        const asked: OutgoingCall = { ...call, method: 'GET' }
        const given = (socket: Duplex) => socket
        return await ask<Duplex | ProviderResponse>(asked, beginning.signal, responseIn, given)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
    },
    post: (body, signal) => postBody(call, body, signal),
    open: createDownloads(ask),
  }
}

function fateOf(error: Error, isConnected: boolean): ProviderUnreachableError['fate'] {
  if (error instanceof UnusableAnswerError) return 'unusable'
  return isConnected ? 'lost' : 'unsent'
}

const bodyOf = ({ body, payload }: ProviderCall) =>
  payload?.text ?? (body === undefined ? undefined : JSON.stringify(body))

const within = (timeout: number, signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])])

function headersOf(
  { credentials, payload, headers }: ProviderCall,
  text: string | Uint8Array | undefined,
) {
  return {
    accept: 'application/json',
    ...(credentials && { authorization: basicAuth(credentials) }),
    'user-agent': userAgent(),
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...payload?.headers,
    ...headers,
  }
}
