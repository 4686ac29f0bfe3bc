import {
  fromAddress,
  link,
  paragraphs,
  verbatim,
  type Write,
} from '#platform/mail/mail-template.ts'

export const confirmEmail: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'Confirm your e-mail address',
  text: paragraphs(
    `${verbatim(knows.account)}${fromAddress(knows.from)} asked to add the address ${to} to their account at ${pagesUrl}. If this was you, confirm it here:`,
    link({ pagesUrl }, '/v2/self/validate_email', { validationKey: knows.key ?? '' }),
    'The link works once, for 24 hours.',
    'If this was not you, ignore this e-mail. The address will not be added.',
  ),
})
