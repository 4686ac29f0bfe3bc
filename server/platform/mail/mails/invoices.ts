import { button, command, facts, notice, say } from '#platform/mail/mail-parts.ts'
import { consolePage, type MailContext, type Write } from '#platform/mail/mail-template.ts'
import { dateInWords, monthInWords, quoted } from '#platform/mail/mail-words.ts'

const warning = notice(
  'You get this mail because you are responsible for invoices there. If you do not know the sender, do not pay, and ask an administrator of your organisation.',
)

const openInvoice = (occasion: MailContext) =>
  button(
    'Open the invoice',
    consolePage(occasion, 'billing', 'invoices', occasion.knows.number ?? ''),
  )

/** Where the document is. */
const whereToFind = ({ attached, knows }: MailContext) =>
  attached === undefined
    ? say`Download it with ${command(`berth invoices download ${knows.number}`)}, or open it:`
    : say`It is attached as ${attached}.`

/** An invoice was issued. */
export const invoiceIssued: Write = (occasion) => {
  const { pagesUrl, knows } = occasion
  return {
    subject: `Invoice ${knows.number} of ${knows.due}`,
    parts: [
      say`Your invoice for what was used at ${pagesUrl}${knows.month ? ` in ${monthInWords(knows.month)}` : ''} is there.`,
      facts(
        ['Invoice', knows.number ?? ''],
        ['For', quoted(knows.customer)],
        ['Amount', knows.due ?? ''],
        ['To be paid by', dateInWords(knows.dueAt)],
      ),
      whereToFind(occasion),
      openInvoice(occasion),
      warning,
    ],
  }
}

/** A month cannot be invoiced before the owner has completed the address. */
export const invoiceHeld: Write = (occasion) => {
  const { pagesUrl, knows } = occasion
  const month = monthInWords(knows.month)
  return {
    subject: `The address for the invoice of ${month} is incomplete`,
    parts: [
      say`What was used at ${pagesUrl} in ${month} cannot be invoiced yet. ${knows.sentence ?? ''}`,
      say`Complete it here, or with ${command('berth invoices address')}.`,
      button('Complete the address', consolePage(occasion, 'billing', 'account')),
      'The invoice follows automatically. If the address stays incomplete, the applications may be stopped as for an invoice that is not paid.',
      warning,
    ],
  }
}

/** An invoice is due and was not paid. */
export const paymentReminder: Write = (occasion) => {
  const { pagesUrl, knows } = occasion
  return {
    subject: `Reminder: invoice ${knows.number} is not paid`,
    parts: [
      say`An invoice at ${pagesUrl} is due and was not paid, or not completely.`,
      facts(
        ['Invoice', knows.number ?? ''],
        ['For', quoted(knows.customer)],
        ['Not paid', knows.due ?? ''],
        ['Was due on', dateInWords(knows.dueAt)],
      ),
      whereToFind(occasion),
      openInvoice(occasion),
      'If you have paid in the last days, please ignore this mail.',
      warning,
    ],
  }
}

/** The applications of an owner were stopped. */
export const ownerSuspended: Write = (occasion) => ({
  subject: 'Your applications were stopped: an invoice is open',
  parts: [
    say`An invoice at ${occasion.pagesUrl} has not been paid for long, or could not be issued for long because its address is incomplete, so the applications of its owner were stopped. Nothing was deleted.`,
    'They start again automatically once it is paid, or the address is complete.',
    button('Open the invoices', consolePage(occasion, 'billing', 'invoices')),
    warning,
  ],
})

/** The applications of an owner run again. */
export const ownerRestored: Write = (occasion) => ({
  subject: 'Your applications are starting again',
  parts: [
    say`What was overdue at ${occasion.pagesUrl} is settled. The applications that were stopped are starting again. Thank you.`,
    button('Open the console', consolePage(occasion)),
    warning,
  ],
})
