import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

const timeout = 10_000

interface RedirectRequest {
  url: URL
  /** The only addresses that may be connected to; they have been checked. */
  addresses: readonly string[]
  headers: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
}

/** Asks where a URL redirects to, without going there; `undefined` where it does not, or does not answer. */
type FindRedirect = (request: RedirectRequest) => Promise<URL | undefined>

/** The CA certificates are PEM; without one, those of the system count. */
export function createRedirectFinder(authorities: () => string): FindRedirect {
  return ({ url, addresses, headers, signal }) =>
    new Promise((resolve) => {
      const ca = authorities()
      const ends = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]
      const options = {
        headers,
        agent: false,
        lookup: pinnedLookup(addresses),
        signal: AbortSignal.any(ends),
        ...(ca !== '' && { ca }),
      }
      const program = url.protocol === 'https:' ? https : http
      const request = program.get(url, options, (response) => {
        const { statusCode = 0, headers: received } = response
        const { location = '' } = received
        response.destroy()
        const isRedirect = statusCode >= 300 && statusCode < 400 && URL.canParse(location, url.href)
        resolve(isRedirect ? new URL(location, url) : undefined)
      })
      request.on('error', () => resolve(undefined))
      // An answer that nobody has asked for, after which the request would end without an error.
      request.on('upgrade', (_, socket) => {
        socket.destroy()
        resolve(undefined)
      })
    })
}

/** Resolves every name to the given addresses. */
const pinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (host, { all, family }, done) => {
    const isOfFamily = family === 4 || family === 6
    const pinned = addresses
      .map((address) => ({ address, family: isIP(address) }))
      .filter((one) => !isOfFamily || one.family === family)
    const [first] = pinned
    if (!first) return done(new Error(`There is no such address of ${host}.`), [])
    return all ? done(null, pinned) : done(null, first.address, first.family)
  }
