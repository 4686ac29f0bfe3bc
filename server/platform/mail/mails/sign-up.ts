import { fromAddress, link, paragraphs, type Write } from '#platform/mail/mail-template.ts'

export const signUp: Write = ({ to, pagesUrl, knows }) => {
  const { key = '', from, ...along } = knows
  return {
    subject: 'Confirm your e-mail address',
    text: paragraphs(
      'Welcome!',
      `Someone${fromAddress(from)} asked to create an account at ${pagesUrl} with the address ${to}. If this was you, confirm it here:`,
      link({ pagesUrl }, '/v2/users/confirm', { key, ...along }),
      'The link works once, for 24 hours.',
      'If this was not you, ignore this e-mail. No account will be created.',
    ),
  }
}
