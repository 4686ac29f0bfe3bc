import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { withTimeout } from '#kit/concurrency/timeout.ts'

const timeout = 10_000

/** Where something should listen. */
export interface Listener {
  host: string
  port: number
}

/** What a listener shows of its certificate. */
export interface ShownCertificate {
  /** Why a browser or a client would refuse it; absent: it would not. */
  problem?: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** Addresses of a host; rejects if it has none. */
export const addressesOf = async (host: string): Promise<string[]> =>
  isIP(host) > 0
    ? [host]
    : (await withTimeout(lookup(host, { all: true }), timeout, 'DNS')).map(({ address }) => address)

/** Opens a connection and closes it; rejects if nobody listens. */
export async function probePort({ host, port }: Listener): Promise<void> {
  const socket = await opened(connect({ host, port }), 'connect')
  socket.destroy()
}

/** Reads the certificate of a listener, whoever has signed it. */
export async function probeCertificate(
  { host, port }: Listener,
  ca: string | undefined,
): Promise<ShownCertificate> {
  const socket = await opened(
    connectTls({
      host,
      port,
      // What is wrong with it is the answer.
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca }),
    }),
    'secureConnect',
  )
  try {
    const shown = socket.getPeerCertificate()
    const code = String(socket.authorizationError ?? '')
    const expiresAt = Date.parse(shown.valid_to)
    return { expiresAt, ...(code !== '' && { problem: problems[code] ?? `not trusted (${code})` }) }
  } finally {
    socket.destroy()
  }
}

/** What Node's codes mean; with another code the certificate is of an unknown authority. */
const problems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not valid yet: compare the clocks',
  ERR_TLS_CERT_ALTNAME_INVALID: 'for another name than that of the address',
}

function opened<Opened extends Socket>(socket: Opened, event: string): Promise<Opened> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(timeout, () => socket.destroy(new Error(`no answer in ${timeout / 1000} s`)))
    socket.once(event, () => resolve(socket))
    socket.on('error', reject)
  })
}
