import { button, notice, say } from '#platform/mail/mail-parts.ts'
import { link, type Write } from '#platform/mail/mail-template.ts'
import { fromAddress, verbatim } from '#platform/mail/mail-words.ts'

export const confirmEmail: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'Confirm your e-mail address',
  parts: [
    say`${verbatim(knows.account)}${fromAddress(knows.from)} asked to add the address ${to} to their account at ${pagesUrl}. If this was you, confirm it:`,
    button(
      'Confirm the address',
      link({ pagesUrl }, '/v2/self/validate_email', { validationKey: knows.key ?? '' }),
    ),
    'The link works once, for 24 hours.',
    notice('If this was not you, ignore this e-mail. The address will not be added.'),
  ],
})
