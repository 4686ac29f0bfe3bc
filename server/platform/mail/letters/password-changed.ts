import { link, paragraphs, type Write, whence } from '#platform/mail/words.ts'

export const passwordChanged: Write = ({ pagesUrl, knows }) => ({
  subject: 'Your password was changed',
  text: paragraphs(
    `The password of your account at ${pagesUrl} was changed${whence(knows.from)}. Browsers have to log in again.`,
    knows.dropTokens === 'true'
      ? 'Every token of the account was revoked too: programs and command-line tools have to log in again.'
      : '',
    'If it was not you, choose a new password at once, and revoke all tokens with it:',
    link({ pagesUrl }, '/v2/password_forgotten'),
  ),
})
