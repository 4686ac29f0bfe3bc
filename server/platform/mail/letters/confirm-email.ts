import { link, paragraphs, quoted, type Write, whence } from '#platform/mail/words.ts'

export const confirmEmail: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'Confirm your e-mail address',
  text: paragraphs(
    `${quoted(knows.account)}${whence(knows.from)} asked to add the address ${to} to their account at ${pagesUrl}. If that was you, open this page and confirm it:`,
    link({ pagesUrl }, '/v2/self/validate_email', { validationKey: knows.key ?? '' }),
    'The link works once, within 24 hours.',
    'If it was not you, do nothing: without the link the address is not added.',
  ),
})
