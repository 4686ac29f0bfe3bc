import { button, notice, say } from '#platform/mail/mail-parts.ts'
import { link, type Write } from '#platform/mail/mail-template.ts'
import { fromAddress } from '#platform/mail/mail-words.ts'

export const passwordReset: Write = ({ pagesUrl, knows }) => ({
  subject: 'Choose a new password',
  parts: [
    say`Someone${fromAddress(knows.from)} asked to reset the password of your account at ${pagesUrl}. If this was you, choose a new one:`,
    button(
      'Choose a new password',
      link({ pagesUrl }, `/v2/password_forgotten/${encodeURIComponent(knows.key ?? '')}`),
    ),
    'The link works once, for one hour.',
    notice('If this was not you, ignore this e-mail. Your password was not changed.'),
  ],
})
