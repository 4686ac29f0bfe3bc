import { fromAddress, link, paragraphs, type Write } from '#platform/mail/mail-template.ts'

export const alreadyRegistered: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'You already have an account',
  text: paragraphs(
    `Someone${fromAddress(knows.from)} tried to create an account at ${pagesUrl} with the address ${to}, but you already have one. Log in here:`,
    link({ pagesUrl }, '/v2/sessions/login'),
    'If you forgot the password, choose a new one here:',
    link({ pagesUrl }, '/v2/password_forgotten'),
    'If this was not you, ignore this e-mail. Your account was not changed.',
  ),
})
