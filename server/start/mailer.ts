import { createLogMailer } from '#outbound/log-mailer.ts'
import type { Mailer } from '#platform/mail/email.ts'
import type { Settings } from '#settings.ts'

/** The mail server of the settings; without one mails are shown in the log. */
export async function openMailer(
  { smtpUrl, mailFrom }: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
  log: (line: string) => void,
): Promise<Mailer> {
  if (!smtpUrl) return createLogMailer(log)
  const [{ createSmtpMailer }, { mailServerAt }] = await Promise.all([
    import('#outbound/smtp/smtp-mailer.ts'),
    import('#outbound/smtp/mail-server.ts'),
  ])
  return createSmtpMailer(mailServerAt(smtpUrl), mailFrom)
}
