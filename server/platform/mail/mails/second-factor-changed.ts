import { button, notice, say } from '#platform/mail/mail-parts.ts'
import { link, type Write } from '#platform/mail/mail-template.ts'
import { fromAddress } from '#platform/mail/mail-words.ts'

const sentences: Readonly<Record<string, string>> = {
  on: 'A second factor was turned on for your account. Logging in now needs a code.',
  off: 'The second factor of your account was turned off. Logging in needs only the password.',
  'backup code': 'Someone logged in to your account with one of its backup codes.',
}

export const secondFactorChanged: Write = ({ pagesUrl, knows }) => ({
  subject: 'Your second factor was changed',
  parts: [
    sentences[knows.change ?? ''] ?? 'The second factor of your account was changed.',
    say`The change was made at ${pagesUrl}${fromAddress(knows.from)}.`,
    notice('If this was not you, choose a new password immediately and revoke all tokens:'),
    button('Choose a new password', link({ pagesUrl }, '/v2/password_forgotten')),
  ],
})
