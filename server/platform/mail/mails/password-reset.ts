import { fromAddress, link, paragraphs, type Write } from '#platform/mail/mail-template.ts'

export const passwordReset: Write = ({ pagesUrl, knows }) => ({
  subject: 'Choose a new password',
  text: paragraphs(
    `Someone${fromAddress(knows.from)} asked to reset the password of your account at ${pagesUrl}. If this was you, choose a new one here:`,
    link({ pagesUrl }, `/v2/password_forgotten/${encodeURIComponent(knows.key ?? '')}`),
    'The link works once, for one hour.',
    'If this was not you, ignore this e-mail. Your password was not changed.',
  ),
})
