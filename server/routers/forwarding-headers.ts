/** Other forwarding headers in use; patterns are below. */
const forwardingHeaders = new Set([
  'x-client-host',
  'x-real-host',
  'x-original-host',
  'x-original-url',
  'x-original-proto',
  'x-rewrite-url',
  'x-envoy-external-address',
  'x-envoy-original-path',
  'x-host',
  'x-scheme',
  'x-url-scheme',
  'x-https',
  'x-arr-ssl',
  'front-end-https',
  'fastly-ssl',
  'cf-connecting-o2o',
  'cf-pseudo-ipv4',
  'cf-visitor',
  'x-azure-socketip',
  'x-vercel-proxied-for',
  'x-request-id',
])

/**
 * `X-Real-IP`, `True-Client-IP`, `CF-Connecting-IPv6`, `CloudFront-Viewer-Address`, `X-Nf-Client-Connection-IP` and
 * similar.
 */
const addressHeader =
  /(?:^|-)(?:client|connecting|connection|real|remote|viewer|originating|proxyuser|user)-?(?:ip|addr|address)/
/** Headers of a TLS-terminating proxy, such as `X-SSL-Client-Verify`. */
const tlsHeader = /^(?:x-)?ssl(?:-|$)/

const writtenByRouter = new Set([
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-request-id',
])

/** CGI and its descendants (WSGI, Rack, PHP) read `X_Real_IP` as `X-Real-IP`. */
const hyphenated = (name: string) => (name.includes('_') ? name.replaceAll('_', '-') : name)

/**
 * The same as a regular expression for names in lower case with `_` or `-`, for programs that match headers by one.
 */
export const forwardingHeaderPattern = [
  'forwarded',
  '^x-forward',
  addressHeader.source.replaceAll('(?:', '('),
  tlsHeader.source.replaceAll('(?:', '('),
  `^(${[...forwardingHeaders].join('|')})$`,
]
  .join('|')
  .replaceAll('-', '[-_]')

/**
 * Whether a header, in lower case, claims the origin of a request. Any visitor can send them, and frameworks trust
 * them, so they are dropped as a class: every `…Forwarded…`, client address and TLS header, and other names in use.
 */
export function isForwardingHeader(lowerName: string): boolean {
  const name = hyphenated(lowerName)
  return (
    name.includes('forwarded') ||
    name.startsWith('x-forward') ||
    addressHeader.test(name) ||
    tlsHeader.test(name) ||
    forwardingHeaders.has(name)
  )
}

/** Whether the router sets this header itself, also for requests of a trusted proxy. */
export const isWrittenByRouter = (lowerName: string) => writtenByRouter.has(hyphenated(lowerName))
