import { hostname } from 'node:os'
import { type Email, UndeliverableError } from '#platform/mail/email.ts'
import { type Abilities, ask, expected } from './ask.ts'
import { MailConnection } from './connection.ts'
import { logIn } from './log-in.ts'
import type { MailServer } from './mail-server.ts'
import { isPlain, refuseUnsendable, toMessage } from './message.ts'
import { MailRefusedError, type Reply } from './reply.ts'

/** Hands one mail to a mail server (RFC 5321), in a conversation of its own. */
export async function sendEmail(
  server: MailServer,
  from: string,
  mail: Email,
  signal: AbortSignal,
): Promise<void> {
  refuseUnsendable(from, mail)
  using connection = MailConnection.open(server, signal)
  await expected(connection, 'the connection', 220)
  let abilities = await greet(connection)
  if (!connection.isEncrypted) abilities = await encrypt(connection, server, abilities)
  if (server.login) await logIn(connection, server, abilities)
  await nameSender(connection, from, mail, abilities)
  await nameRecipient(connection, mail.to)
  await ask(connection, 'DATA', 'the mail', 354)
  connection.write(`${toMessage(from, mail)}\r\n.\r\n`)
  await expected(connection, 'the mail', 250)
  connection.say('QUIT')
}

async function greet(connection: MailConnection): Promise<Abilities> {
  const name = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(hostname()) ? hostname() : '[127.0.0.1]'
  const { lines } = await ask(connection, `EHLO ${name}`, 'our greeting', 250)
  return new Map(
    lines.slice(1).map((line) => {
      const [ability = '', ...rest] = line.split(/[ =]/)
      return [ability.toUpperCase(), rest.join(' ')]
    }),
  )
}

async function encrypt(
  connection: MailConnection,
  { isLocal }: MailServer,
  abilities: Abilities,
): Promise<Abilities> {
  if (!abilities.has('STARTTLS')) {
    if (isLocal) return abilities
    throw new Error('the mail server offers no encryption: nothing is sent to it')
  }
  await ask(connection, 'STARTTLS', 'to encrypt', 220)
  connection.encrypt()
  return greet(connection)
}

async function nameSender(
  connection: MailConnection,
  from: string,
  { to }: Email,
  abilities: Abilities,
): Promise<void> {
  const isInternational = !isPlain(from + to)
  if (isInternational && !abilities.has('SMTPUTF8')) {
    throw new UndeliverableError('the mail server takes no addresses with such letters')
  }
  const line = `MAIL FROM:<${from}>${isInternational ? ' SMTPUTF8' : ''}`
  await ask(connection, line, 'the sender', 250)
}

/** A server that knows that there is no such address will never take the mail. */
async function nameRecipient(connection: MailConnection, to: string): Promise<void> {
  connection.say(`RCPT TO:<${to}>`)
  const reply = await connection.reply()
  if (reply.code === 250 || reply.code === 251) return
  const refused = new MailRefusedError('the recipient', reply)
  throw isForGood(reply) ? new UndeliverableError(refused.message) : refused
}

/** 5.7.x says that we may not send through it, which the operator can mend. */
const isForGood = ({ code, lines }: Reply) =>
  code >= 550 && code < 560 && !/^5\.7\./.test(lines[0] ?? '')
