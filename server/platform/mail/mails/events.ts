import { link, paragraphs, quoted, verbatim, type Write } from '#platform/mail/mail-template.ts'

/** Events that an e-mail notification has collected. */
export const events: Write = (occasion) => {
  const { knows } = occasion
  const lines = (knows.lines ?? '').split('\n')
  const more = Number(knows.more ?? '0')
  const subject =
    lines.length === 1 && more <= 0 ? (lines[0] ?? '') : `${lines.length + more} events`
  return {
    subject: `Berth: ${quoted(subject).slice(0, 60)}`,
    text: paragraphs(
      `The e-mail notification "${quoted(knows.hook)}" at ${link(occasion, '')} has news:`,
      lines.map((line) => `  ${line}`).join('\n'),
      more > 0 ? `and ${more} more, which berth activity and the events page of the API list.` : '',
      `You get this as a member of ${quoted(knows.owner)}. To end it: berth notify-email remove ${quoted(knows.id)}`,
      'If you do not know what runs there, someone else may have access: if it was not you, choose a new password and revoke all tokens.',
    ),
  }
}

/** A drain was given up because every attempt of about a day has failed. */
export const drainStopped: Write = ({ pagesUrl, knows }) => ({
  subject: `A drain of ${quoted(knows.name).slice(0, 40)} was stopped`,
  text: paragraphs(
    `The drain ${quoted(knows.id)} of "${quoted(knows.name)}" (${quoted(knows.owner)}) at ${pagesUrl} has failed for about a day, so it sends no more log lines. The last error: ${verbatim(knows.failure)}`,
    `Once the recipient works again, berth drain enable ${quoted(knows.id)} --app ${quoted(knows.resourceId)} goes on where it stopped, as far as the lines are still kept.`,
    'If it was not you who added it, someone else may have access: choose a new password and revoke all tokens.',
  ),
})

/** A webhook was switched off because it has failed for days. */
export const webhookDisabled: Write = ({ pagesUrl, knows }) => ({
  subject: `The webhook ${quoted(knows.hook).slice(0, 40)} was disabled`,
  text: paragraphs(
    `The webhook "${quoted(knows.hook)}" of ${quoted(knows.owner)} at ${pagesUrl} has failed for ${quoted(knows.days)} days, so it is called no more. The last answer: ${verbatim(knows.failure)}`,
    `berth webhooks deliveries ${quoted(knows.id)} shows what was tried. Once the receiver works again, remove the webhook and add it anew, or enable it through the API.`,
    'If it was not you who added it, someone else may have access: choose a new password and revoke all tokens.',
  ),
})
