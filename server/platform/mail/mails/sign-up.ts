import { button, notice, say } from '#platform/mail/mail-parts.ts'
import { link, type Write } from '#platform/mail/mail-template.ts'
import { fromAddress } from '#platform/mail/mail-words.ts'

export const signUp: Write = ({ to, pagesUrl, knows }) => {
  const { key = '', from, ...along } = knows
  return {
    subject: 'Confirm your e-mail address',
    parts: [
      say`Welcome! Someone${fromAddress(from)} asked to create an account at ${pagesUrl} with the address ${to}. If this was you, confirm it:`,
      button('Confirm the address', link({ pagesUrl }, '/v2/users/confirm', { key, ...along })),
      'The link works once, for 24 hours.',
      notice('If this was not you, ignore this e-mail. No account will be created.'),
    ],
  }
}
