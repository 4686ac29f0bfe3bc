import type { IncomingMessage } from 'node:http'
import type { RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import type { ConnectionOptions, SecureContext } from 'node:tls'
import { scopeOf } from '#kit/net/special-addresses.ts'
import { webAddress } from '#kit/net/web-address.ts'
import { lookupAllowed } from '#outbound/providers/lookup.ts'
import { createNameResolver } from '#outbound/providers/resolve-name.ts'
import { isAllowed, type PrivateTargets } from '#outbound/providers/targets.ts'
import { userAgent } from '#outbound/user-agent.ts'
import { AcmeError } from '#platform/model/hosting/acme-client.ts'

/** Certificates and problem documents are a few kilobytes. */
const maxBytes = 256 * 1024
const requestTimeout = 30_000

export interface AcmeRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
}

export interface AcmeAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/**
 * Sends requests to the ACME server over HTTPS. Its own host may be at a private address, because the operator has
 * named it; other hosts that it refers to may not.
 */
export function createAcmeTransport(directory: string, authorities: readonly string[]) {
  const https = process.getBuiltinModule('node:https')
  const { hostname: home } = new URL(directory)
  const resolveName = createNameResolver()
  let trust: SecureContext | undefined

  const send = async ({ url: text, method, headers, body, signal }: AcmeRequest) => {
    const url = webAddress(text)
    if (url?.protocol !== 'https:') {
      throw unavailable(`refers to ${text.slice(0, 200)}, which is not an HTTPS address`)
    }
    const allowed: PrivateTargets = url.hostname === home ? 'all' : 'none'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !isAllowed(scopeOf(host), allowed)) {
      throw unavailable(`refers to ${host}, which is a private address`)
    }
    trust ??= trustIn(authorities)
    const options: RequestOptions & Pick<ConnectionOptions, 'secureContext'> = {
      method,
      agent: false,
      headers: { ...headers, 'user-agent': userAgent() },
      lookup: lookupAllowed(allowed, resolveName),
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]),
      secureContext: trust,
    }
    return await new Promise<AcmeAnswer>((resolve, reject) => {
      const asking = https.request(url, options)
      asking.on('error', reject)
      asking.on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Error('an upgrade that nobody asked for'))
      })
      asking.on('response', (response) => {
        readText(response).then(
          (text) =>
            resolve({ status: response.statusCode ?? 0, headers: plainHeaders(response), text }),
          (error) => {
            asking.destroy()
            reject(error)
          },
        )
      })
      asking.end(body)
    })
  }

  /** Sends a request; everything that is not an answer becomes an `AcmeError`. */
  return async (request: AcmeRequest): Promise<AcmeAnswer> => {
    try {
      return await send(request)
    } catch (error) {
      if (error instanceof AcmeError || request.signal.aborted) throw error
      const { message } = error as Error
      throw new AcmeError('unavailable', `The ACME server cannot be reached: ${message}.`)
    }
  }
}

/** The error of an answer that is not one of ACME. */
export const unavailable = (what: string) =>
  new AcmeError('unavailable', `The ACME server ${what}.`, { hasAnswered: true })

function trustIn(authorities: readonly string[]): SecureContext {
  const tls = process.getBuiltinModule('node:tls')
  return tls.createSecureContext({ ca: [...tls.getCACertificates('default'), ...authorities] })
}

const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > maxBytes) throw unavailable(`gave an answer of more than ${maxBytes} bytes`)
    parts.push(part)
  }
  if (!response.complete) throw unavailable('broke off its answer')
  return Buffer.concat(parts).toString('utf8')
}
