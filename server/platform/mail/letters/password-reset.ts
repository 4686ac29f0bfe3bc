import { link, paragraphs, type Write, whence } from '#platform/mail/words.ts'

export const passwordReset: Write = ({ pagesUrl, knows }) => ({
  subject: 'Choose a new password',
  text: paragraphs(
    `Somebody${whence(knows.from)} said that they have forgotten the password of your account at ${pagesUrl}. If that was you, choose a new one here:`,
    link({ pagesUrl }, `/v2/password_forgotten/${encodeURIComponent(knows.key ?? '')}`),
    'The link works once, within an hour.',
    'If it was not you, do nothing: your password stays as it is.',
  ),
})
