import { link, paragraphs, type Write, whence } from '#platform/mail/words.ts'

export const signUp: Write = ({ to, pagesUrl, knows }) => {
  const { key = '', from, ...along } = knows
  return {
    subject: 'Confirm your e-mail address',
    text: paragraphs(
      'Welcome!',
      `Somebody${whence(from)} asked for an account at ${pagesUrl} with the address ${to}. If that was you, open this page and confirm it:`,
      link({ pagesUrl }, '/v2/users/confirm', { key, ...along }),
      'The link works once, within 24 hours.',
      'If it was not you, do nothing: without the link no account is made.',
    ),
  }
}
