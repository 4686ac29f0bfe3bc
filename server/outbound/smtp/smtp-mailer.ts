import type { Mailer } from '#platform/mail/email.ts'
import type { MailServer } from './mail-server.ts'
import { sendLetter } from './send-letter.ts'

/** Hands letters to a mail server. */
export const createSmtpMailer = (server: MailServer, from: string): Mailer => ({
  send: (letter, signal) => sendLetter(server, from, letter, signal),
})
