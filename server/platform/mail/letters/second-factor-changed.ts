import { link, paragraphs, type Write, whence } from '#platform/mail/words.ts'

const sentences: Readonly<Record<string, string>> = {
  on: 'A second factor was set up for your account: logging in takes a code from now on.',
  off: 'The second factor of your account was removed: the password alone is enough to log in.',
  'backup code': 'Somebody has logged in to your account with one of its backup codes.',
}

export const secondFactorChanged: Write = ({ pagesUrl, knows }) => ({
  subject: 'The second factor of your account',
  text: paragraphs(
    sentences[knows.change ?? ''] ?? 'The second factor of your account was changed.',
    `It was done at ${pagesUrl}${whence(knows.from)}.`,
    'If it was not you, choose a new password at once, and revoke all tokens with it:',
    link({ pagesUrl }, '/v2/password_forgotten'),
  ),
})
