import { paragraphs, quoted, type Write } from '#platform/mail/mail-template.ts'

const warning =
  'You get this mail because you are responsible for invoices there. If you do not know the sender, do not pay, and ask an administrator of your organisation.'

/** An invoice was issued. */
export const invoiceIssued: Write = ({ pagesUrl, knows }) => ({
  subject: `Invoice ${knows.number} of ${knows.due}`,
  text: paragraphs(
    `The invoice ${knows.number} for ${quoted(knows.customer)} at ${pagesUrl} is there: ${knows.due}, to be paid by ${knows.dueAt}.`,
    `Download it with: berth invoices download ${knows.number}`,
    warning,
  ),
})

/** A month cannot be invoiced before the owner has completed the address. */
export const invoiceHeld: Write = ({ pagesUrl, knows }) => ({
  subject: `The address for the invoice of ${knows.month} is incomplete`,
  text: paragraphs(
    `What was used at ${pagesUrl} in ${knows.month} cannot be invoiced yet. ${knows.sentence}`,
    'Complete it with: berth invoices address',
    'The invoice follows by itself. If the address stays incomplete, the applications may be stopped as for an invoice that is not paid.',
    warning,
  ),
})

/** An invoice is due and was not paid. */
export const paymentReminder: Write = ({ pagesUrl, knows }) => ({
  subject: `Reminder: invoice ${knows.number} is not paid`,
  text: paragraphs(
    `The invoice ${knows.number} for ${quoted(knows.customer)} at ${pagesUrl} was due on ${knows.dueAt}. Of it, ${knows.due} are not paid.`,
    'If you have paid in the last days, please ignore this mail.',
    warning,
  ),
})

/** The applications of an owner were stopped. */
export const ownerSuspended: Write = ({ pagesUrl }) => ({
  subject: 'Your applications were stopped: an invoice is open',
  text: paragraphs(
    `An invoice at ${pagesUrl} has not been paid for long, or could not be issued for long because its address is incomplete, so the applications of its owner were stopped. Nothing was deleted.`,
    'They start again by themselves once it is paid, or the address is complete.',
    warning,
  ),
})

/** The applications of an owner run again. */
export const ownerRestored: Write = ({ pagesUrl }) => ({
  subject: 'Your applications are starting again',
  text: paragraphs(
    `What was overdue at ${pagesUrl} is settled. The applications that were stopped are starting again. Thank you.`,
    warning,
  ),
})
