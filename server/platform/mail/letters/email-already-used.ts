import { link, paragraphs, quoted, type Write, whence } from '#platform/mail/words.ts'

/** Tells the owner of an address that somebody else wanted it; whoever asked learns nothing of it. */
export const emailAlreadyUsed: Write = ({ to, pagesUrl, knows }) => ({
  subject: 'Somebody tried to add your e-mail address',
  text: paragraphs(
    `${quoted(knows.account)}${whence(knows.from)} asked to add the address ${to} to their account at ${pagesUrl}, but it belongs to yours. Nothing was changed, and they were not told.`,
    'If that was you, remove the address from this account first; log in here:',
    link({ pagesUrl }, '/v2/sessions/login'),
    'If it was not you, do nothing: your account is as it was.',
  ),
})
