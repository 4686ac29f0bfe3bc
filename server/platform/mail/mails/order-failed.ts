import { button, notice, say } from '#platform/mail/mail-parts.ts'
import { consolePage, type Write } from '#platform/mail/mail-template.ts'
import { quoted } from '#platform/mail/mail-words.ts'

export const orderFailed: Write = (occasion) => {
  const { pagesUrl, knows } = occasion
  return {
    subject: `The add-on ${quoted(knows.name)} could not be created`,
    parts: [
      say`When you ordered the add-on ${quoted(knows.name)} at ${pagesUrl}, its provider did not answer. Asked again, it refused the order:`,
      say`${quoted(knows.why)}`,
      'The order was cancelled and costs nothing. Order again, or choose another provider.',
      button('Open the marketplace', consolePage(occasion, 'marketplace')),
      notice(
        'If you did not order it, someone else has access to your account: choose a new password and revoke all tokens.',
      ),
    ],
  }
}
