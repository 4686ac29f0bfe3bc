import { notice, say } from '#platform/mail/mail-parts.ts'
import type { Write } from '#platform/mail/mail-template.ts'
import { fromAddress } from '#platform/mail/mail-words.ts'

export const accountDeleted: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'Your account was deleted',
  parts: [
    say`The account of ${to} at ${pagesUrl} was deleted${fromAddress(knows.from)}, with its password.`,
    notice(
      'If this was not you, someone knows your password: contact the operator of this platform, and change the password wherever else you use it.',
    ),
  ],
})
