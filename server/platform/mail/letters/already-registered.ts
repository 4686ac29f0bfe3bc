import { link, paragraphs, type Write, whence } from '#platform/mail/words.ts'

export const alreadyRegistered: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'You have an account already',
  text: paragraphs(
    `Somebody${whence(knows.from)} asked for a new account at ${pagesUrl} with the address ${to}, but there is one with it already. Log in here:`,
    link({ pagesUrl }, '/v2/sessions/login'),
    'If you do not know the password any more, choose a new one here:',
    link({ pagesUrl }, '/v2/password_forgotten'),
    'If it was not you who asked, do nothing: your account is as it was.',
  ),
})
