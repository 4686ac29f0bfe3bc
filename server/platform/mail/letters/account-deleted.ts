import { paragraphs, type Write, whence } from '#platform/mail/words.ts'

export const accountDeleted: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'Your account was deleted',
  text: paragraphs(
    `The account of ${to} at ${pagesUrl} was deleted${whence(knows.from)}, as was asked with its password.`,
    'If it was not you, somebody knows that password: write to whoever runs this platform, and change it wherever else you use it.',
  ),
})
