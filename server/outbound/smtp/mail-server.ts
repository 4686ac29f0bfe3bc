import { isLoopback } from '#kit/net/loopback.ts'

/** The mail server that takes our mails, and how we may talk to it. */
export interface MailServer {
  host: string
  port: number
  /** Encrypted from the first byte; otherwise the conversation is encrypted as soon as the server offers it. */
  isTls: boolean
  /** On this machine: nobody is in between, so nothing has to be encrypted. */
  isLocal: boolean
  login: { user: string; password: string } | undefined
  /** Authorities to trust beside the usual ones, as PEM. */
  authorities?: string[]
  /** How long we wait for each answer, in milliseconds. */
  timeout: number
}

const timeout = 60_000

/** `smtp://user:password@host:587`, or `smtps://…`; the ports are 587 and 465 unless given. */
export function mailServerAt(url: URL): MailServer {
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1')
  const isTls = url.protocol === 'smtps:'
  const [user, password] = [url.username, url.password].map(decodeURIComponent) as [string, string]
  return {
    host,
    port: Number(url.port) || (isTls ? 465 : 587),
    isTls,
    isLocal: isLoopback(host),
    login: user === '' ? undefined : { user, password },
    timeout,
  }
}
