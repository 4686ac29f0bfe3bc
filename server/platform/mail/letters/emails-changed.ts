import { link, paragraphs, quoted, type Write, whence } from '#platform/mail/words.ts'

const sentences: Readonly<Record<string, string>> = {
  added: 'was added to your account: it can be used to log in and to choose a new password',
  primary: 'is now the primary one of your account: letters like this one go there from now on',
  removed: 'no longer belongs to your account',
}

/** Tells the primary address, or the one that was it until now. */
export const emailsChanged: Write = ({ pagesUrl, knows }) => ({
  subject: 'The e-mail addresses of your account',
  text: paragraphs(
    `The address ${quoted(knows.email)} ${sentences[knows.change ?? ''] ?? 'was changed'}.`,
    `It was done at ${pagesUrl}${whence(knows.from)}.`,
    'If it was not you, choose a new password at once, and revoke all tokens with it:',
    link({ pagesUrl }, '/v2/password_forgotten'),
  ),
})
