import { button, notice, say } from '#platform/mail/mail-parts.ts'
import { link, type Write } from '#platform/mail/mail-template.ts'
import { fromAddress, verbatim } from '#platform/mail/mail-words.ts'

const sentences: Readonly<Record<string, string>> = {
  added: 'was added to your account. It can be used to log in and to reset the password',
  primary: 'is now the primary address of your account. E-mails like this one will be sent there',
  removed: 'no longer belongs to your account',
}

/** Sent to the primary address, or to the previous primary one. */
export const emailsChanged: Write = ({ pagesUrl, knows }) => ({
  subject: 'Your e-mail addresses were changed',
  parts: [
    say`The address ${verbatim(knows.email)} ${sentences[knows.change ?? ''] ?? 'was changed'}.`,
    say`The change was made at ${pagesUrl}${fromAddress(knows.from)}.`,
    notice('If this was not you, choose a new password immediately and revoke all tokens:'),
    button('Choose a new password', link({ pagesUrl }, '/v2/password_forgotten')),
  ],
})
