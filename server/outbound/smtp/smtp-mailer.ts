import type { Mailer } from '#platform/mail/email.ts'
import type { MailServer } from './mail-server.ts'
import { sendEmail } from './send-mail.ts'

/** Hands mails to a mail server. */
export const createSmtpMailer = (server: MailServer, from: string): Mailer => ({
  send: (mail, signal) => sendEmail(server, from, mail, signal),
})
