import { paragraphs, quoted, type Write } from '#platform/mail/mail-template.ts'

export const orderFailed: Write = ({ pagesUrl, knows }) => ({
  subject: `The add-on ${quoted(knows.name)} could not be created`,
  text: paragraphs(
    `When you ordered the add-on ${quoted(knows.name)} at ${pagesUrl}, its provider did not answer. Asked again, it refused the order:`,
    quoted(knows.why),
    'The order was cancelled and costs nothing. Order again, or choose another provider.',
    'If you did not order it, someone else has access to your account: choose a new password and revoke all tokens.',
  ),
})
