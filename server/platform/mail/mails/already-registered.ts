import { button, notice, otherLink, say } from '#platform/mail/mail-parts.ts'
import { link, type Write } from '#platform/mail/mail-template.ts'
import { fromAddress } from '#platform/mail/mail-words.ts'

export const alreadyRegistered: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'You already have an account',
  parts: [
    say`Someone${fromAddress(knows.from)} tried to create an account at ${pagesUrl} with the address ${to}, but you already have one.`,
    button('Log in', link({ pagesUrl }, '/v2/sessions/login')),
    otherLink(
      'Choose a new password if you forgot yours',
      link({ pagesUrl }, '/v2/password_forgotten'),
    ),
    notice('If this was not you, ignore this e-mail. Your account was not changed.'),
  ],
})
