import { button, notice, say } from '#platform/mail/mail-parts.ts'
import { link, type Write } from '#platform/mail/mail-template.ts'
import { fromAddress } from '#platform/mail/mail-words.ts'

export const passwordChanged: Write = ({ pagesUrl, knows }) => ({
  subject: 'Your password was changed',
  parts: [
    say`The password of your account at ${pagesUrl} was changed${fromAddress(knows.from)}. You have to log in again in every browser.`,
    knows.dropTokens === 'true'
      ? 'All tokens were revoked as well: programs and command-line tools have to log in again.'
      : '',
    notice('If this was not you, choose a new password immediately and revoke all tokens:'),
    button('Choose a new password', link({ pagesUrl }, '/v2/password_forgotten')),
  ],
})
