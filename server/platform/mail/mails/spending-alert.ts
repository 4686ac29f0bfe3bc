import { paragraphs, quoted, type Write } from '#platform/mail/mail-template.ts'

export const spendingAlert: Write = ({ pagesUrl, knows }) => {
  const { month, currency } = knows
  const [amount, reached] = [knows.amount, knows.reached].map((text) => `${text} ${currency}`)
  const what =
    knows.basis === 'spent'
      ? `has cost ${reached} so far`
      : `is expected to cost ${reached}, if everything goes on running as it does now`
  return {
    subject: `Costs of ${quoted(knows.organisation)} have reached ${amount}`,
    text: paragraphs(
      `${quoted(knows.organisation)} at ${pagesUrl} ${what} in ${month}, without tax. The alert was set to ${amount}.`,
      'berth usage shows what is used. This alert is given once a month.',
      'If you do not know what runs there, someone else may have access: if it was not you, choose a new password and revoke all tokens.',
    ),
  }
}
