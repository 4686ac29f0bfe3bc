import type { Mailer } from '#platform/model/events/email.ts'

/** Without a mail server, e-mails are logged for the operator, who passes them on. */
export const createLogMailer = (log: (line: string) => void): Mailer => ({
  async send({ to, subject, text, attachments = [] }) {
    const lines = text.trimEnd().split('\n')
    const names = attachments.map(({ name }) => `  (with ${name})`)
    const shown = lines.map((line) => `  | ${line}`.trimEnd())
    log([`mail to ${to}: ${subject}`, ...names, ...shown].join('\n'))
  },
})
