import { respond } from '#api/http/response.ts'

/** A file that a build has made, with its compressed forms. */
export interface StaticFile {
  contentType: string
  etag: string
  bytes: Buffer
  brotli?: Buffer
  gzip?: Buffer
}

/** The smallest form of a file that the client accepts, and its headers. */
export function encodedFor(
  file: StaticFile,
  acceptEncoding: string | null,
): { bytes: Buffer; headers: Record<string, string> } {
  const accepted = acceptedEncodings(acceptEncoding ?? '')
  const headers = { 'content-type': file.contentType, vary: 'accept-encoding' }
  if (file.brotli && accepted.has('br')) {
    return { bytes: file.brotli, headers: { ...headers, 'content-encoding': 'br' } }
  }
  if (file.gzip && accepted.has('gzip')) {
    return { bytes: file.gzip, headers: { ...headers, 'content-encoding': 'gzip' } }
  }
  return { bytes: file.bytes, headers }
}

/** Encodings of an `Accept-Encoding` header without those of weight 0. */
const acceptedEncodings = (header: string): ReadonlySet<string> =>
  new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((text) => text.trim()))
      .filter(([, weight = 'q=1']) => Number(weight.replace(/^q=/, '')) > 0)
      .map(([name = '']) => name),
  )

/** Answers with a file, or that the client has it already. */
export function respondWithFile(
  { headers: sent }: Request,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): Response {
  const { bytes, headers: encoding } = encodedFor(file, sent.get('accept-encoding'))
  const all = { ...encoding, etag: file.etag, ...headers }
  return isKnown(sent, file.etag)
    ? new Response(null, { status: 304, headers: all })
    : respond(bytes, { headers: all })
}

const isKnown = (sent: Headers, etag: string): boolean =>
  (sent.get('if-none-match') ?? '')
    .split(',')
    .some((known) => known.trim().replace(/^W\//, '') === etag)

/** Of a file whose name changes with its content. */
export const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
]

/** Of a page with scripts of our own: nothing of others, nothing inline. */
export const protections = {
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}
