import { fromAddress, link, paragraphs, type Write } from '#platform/mail/mail-template.ts'

export const passwordChanged: Write = ({ pagesUrl, knows }) => ({
  subject: 'Your password was changed',
  text: paragraphs(
    `The password of your account at ${pagesUrl} was changed${fromAddress(knows.from)}. You have to log in again in every browser.`,
    knows.dropTokens === 'true'
      ? 'All tokens were revoked as well: programs and command-line tools have to log in again.'
      : '',
    'If this was not you, choose a new password immediately and revoke all tokens:',
    link({ pagesUrl }, '/v2/password_forgotten'),
  ),
})
