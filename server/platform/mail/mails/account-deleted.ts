import { fromAddress, paragraphs, type Write } from '#platform/mail/mail-template.ts'

export const accountDeleted: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'Your account was deleted',
  text: paragraphs(
    `The account of ${to} at ${pagesUrl} was deleted${fromAddress(knows.from)}, with its password.`,
    'If this was not you, someone knows your password: contact the operator of this platform, and change the password wherever else you use it.',
  ),
})
