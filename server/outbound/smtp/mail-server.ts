import { isLoopback } from '#kit/net/loopback.ts'

/** The SMTP server for outgoing e-mails, and how to connect to it. */
export interface MailServer {
  host: string
  port: number
  /** Implicit TLS; otherwise STARTTLS is used when the server offers it. */
  isTls: boolean
  /** On this machine, so that encryption is not required. */
  isLocal: boolean
  login: { user: string; password: string } | undefined
  /** Additional CA certificates, as PEM. */
  authorities?: string[]
  /** Timeout of each reply, in milliseconds. */
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
