import type { Mailer } from '#platform/mail/email.ts'

/** Without a mail server, e-mails are logged for the operator, who passes them on. */
export const createLogMailer = (log: (line: string) => void): Mailer => ({
  async send({ to, subject, text }) {
    const lines = text.trimEnd().split('\n')
    log([`mail to ${to}: ${subject}`, ...lines.map((line) => `  | ${line}`.trimEnd())].join('\n'))
  },
})
