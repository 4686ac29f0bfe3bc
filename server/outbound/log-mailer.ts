import type { Mailer } from '#platform/mail/email.ts'

/** Without a mail server the operator is shown the mails, and passes them on. */
export const createLogMailer = (log: (line: string) => void): Mailer => ({
  async send({ to, subject, text }) {
    const lines = text.trimEnd().split('\n')
    log([`mail to ${to}: ${subject}`, ...lines.map((line) => `  | ${line}`.trimEnd())].join('\n'))
  },
})
