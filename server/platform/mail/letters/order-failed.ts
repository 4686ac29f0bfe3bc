import { paragraphs, quoted, type Write } from '#platform/mail/words.ts'

export const orderFailed: Write = ({ pagesUrl, knows }) => ({
  subject: `The add-on ${quoted(knows.name)} could not be made`,
  text: paragraphs(
    `When you ordered the add-on ${quoted(knows.name)} at ${pagesUrl}, its provider did not say whether it made it. Asked again, it says no:`,
    quoted(knows.why),
    'The order is gone and costs nothing. Order again, or choose another provider.',
    'If it was not you who ordered, somebody else acts in your name: choose a new password, and revoke all tokens with it.',
  ),
})
