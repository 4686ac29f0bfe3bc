import { button, notice, say } from '#platform/mail/mail-parts.ts'
import { link, type Write } from '#platform/mail/mail-template.ts'
import { fromAddress, verbatim } from '#platform/mail/mail-words.ts'

/** Tells the owner of an address that someone tried to use it; the requester is not told. */
export const emailAlreadyUsed: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'Someone tried to add your e-mail address',
  parts: [
    say`${verbatim(knows.account)}${fromAddress(knows.from)} asked to add the address ${to} to their account at ${pagesUrl}, but it belongs to your account. Nothing was changed, and they were not told.`,
    'If this was you, remove the address from this account first.',
    button('Log in', link({ pagesUrl }, '/v2/sessions/login')),
    notice('If this was not you, ignore this e-mail. Your account was not changed.'),
  ],
})
