import { button, command, notice, say } from '#platform/mail/mail-parts.ts'
import { consolePage, type Write } from '#platform/mail/mail-template.ts'
import { monthInWords, quoted } from '#platform/mail/mail-words.ts'

export const spendingAlert: Write = (occasion) => {
  const { pagesUrl, knows } = occasion
  const { month, currency } = knows
  const [amount, reached] = [`${knows.amount} ${currency}`, `${knows.reached} ${currency}`]
  const what =
    knows.basis === 'spent'
      ? `has cost ${reached} so far in ${monthInWords(month)}, without tax`
      : `is expected to cost ${reached} in ${monthInWords(month)}, without tax, if everything goes on running as it does now`
  return {
    subject: `Costs of ${quoted(knows.organisation)} have reached ${amount}`,
    parts: [
      say`${quoted(knows.organisation)} at ${pagesUrl} ${what}. The alert was set to ${amount}.`,
      say`${command('berth usage')} shows what is used. This alert is given once a month.`,
      button('See what it costs', consolePage(occasion, 'billing')),
      notice(
        'If you do not know what runs there, someone else may have access: if it was not you, choose a new password and revoke all tokens.',
      ),
    ],
  }
}
