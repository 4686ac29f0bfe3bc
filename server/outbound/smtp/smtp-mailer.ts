import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import type { SMTPConnectionOptions } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Email, type Mailer, UndeliverableError } from '#platform/model/events/email.ts'
import type { MailServer } from './mail-server.ts'
import { refuseUnsendable, toMessage } from './message.ts'
import { explainSmtpError, type SmtpError } from './smtp-errors.ts'

const maxResponseSize = 65_536

/** Sends e-mails through nodemailer, one connection each; nodemailer is loaded with the first e-mail. */
export const createSmtpMailer = (server: MailServer, from: string): Mailer => ({
  async send(mail, signal) {
    refuseUnsendable(from, mail)
    try {
      await deliver(server, from, mail, signal)
    } catch (error) {
      if (signal.aborted) throw new Error('sending it took too long')
      throw explainSmtpError(error as SmtpError, server)
    }
  },
})

async function deliver(
  server: MailServer,
  from: string,
  mail: Email,
  signal: AbortSignal,
): Promise<void> {
  const [{ default: Connection }, { default: MailComposer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/mail-composer'),
  ])
  const message = new MailComposer(toMessage(from, mail)).compile()
  const envelope = message.getEnvelope()
  const connection = new Connection(connectionOptions(server, await openSocket(server, signal)))
  try {
    const step = stepper(connection, signal)
    await step((done) => connection.connect(done))
    refuseUnsupported(connection, [envelope.from || '', ...envelope.to])
    if (server.login) await logIn(connection, server.login, step)
    const source = await message.build()
    await step((done) => connection.send(envelope, source, done))
    connection.quit()
  } finally {
    connection.close()
  }
}

type Step = (start: (done: (error?: Error | null) => void) => void) => Promise<void>

/** Awaits callbacks of the connection; a broken connection or an abort ends each, whether its callback comes or not. */
function stepper(connection: SMTPConnection, signal: AbortSignal): Step {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  connection.on('error', failed.reject)
  if (signal.aborted) failed.reject(signal.reason)
  signal.addEventListener('abort', () => failed.reject(signal.reason), { once: true })
  return (start) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    start((error) => (error ? reject(error) : resolve()))
    return Promise.race([failed.promise, promise])
  }
}

/** A socket of our own, because nodemailer resolves names by DNS alone, without `/etc/hosts`, and takes no signal. */
async function openSocket(
  { host, port, timeout }: MailServer,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted()
  const socket = connect({ host, port, signal })
  socket.on('error', () => {})
  socket.setTimeout(timeout, () =>
    socket.destroy(Object.assign(new Error('connection timeout'), { timeoutType: 'CONNECT' })),
  )
  await once(socket, 'connect')
  socket.removeAllListeners('timeout').setTimeout(0)
  return socket
}

function connectionOptions(server: MailServer, connection: Socket): SMTPConnectionOptions {
  const { host, port, timeout, isLocal, isTls, authorities } = server
  return {
    connection,
    host,
    port,
    secure: isTls,
    requireTLS: !isTls && !isLocal,
    tls: {
      host,
      ...(isIP(host) === 0 && { servername: host }),
      // A mail server on this machine often has a self-signed certificate.
      rejectUnauthorized: !isLocal,
      ...(authorities && { ca: authorities }),
    },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    maxResponseSize,
  }
}

/**
 * Domains are ASCII by now (IDNA); other non-ASCII addresses need SMTPUTF8 (RFC 6531), which nodemailer does not check.
 */
function refuseUnsupported({ lastServerResponse }: SMTPConnection, addresses: string[]): void {
  const isAscii = addresses.every((address) => /^[\x20-\x7e]*$/.test(address))
  if (isAscii || /^250[ -]SMTPUTF8\b/im.test(lastServerResponse || '')) return
  throw new UndeliverableError('the mail server takes no addresses with such letters')
}

/** TLS is required for every server that is not on this machine. */
async function logIn(
  connection: SMTPConnection,
  { user, password }: { user: string; password: string },
  step: Step,
): Promise<void> {
  if (!/^250[ -]AUTH\b.*\b(PLAIN|LOGIN)\b/im.test(connection.lastServerResponse || '')) {
    throw new Error('the mail server takes no password in a way that we know')
  }
  await step((done) => connection.login({ user, pass: password }, done))
}
