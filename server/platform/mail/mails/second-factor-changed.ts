import { fromAddress, link, paragraphs, type Write } from '#platform/mail/mail-template.ts'

const sentences: Readonly<Record<string, string>> = {
  on: 'A second factor was turned on for your account. Logging in now needs a code.',
  off: 'The second factor of your account was turned off. Logging in needs only the password.',
  'backup code': 'Someone logged in to your account with one of its backup codes.',
}

export const secondFactorChanged: Write = ({ pagesUrl, knows }) => ({
  subject: 'Your second factor was changed',
  text: paragraphs(
    sentences[knows.change ?? ''] ?? 'The second factor of your account was changed.',
    `The change was made at ${pagesUrl}${fromAddress(knows.from)}.`,
    'If this was not you, choose a new password immediately and revoke all tokens:',
    link({ pagesUrl }, '/v2/password_forgotten'),
  ),
})
