import { button, command, list, notice, say } from '#platform/mail/mail-parts.ts'
import { consolePage, link, type MailContext, type Write } from '#platform/mail/mail-template.ts'
import { quoted, timeInWords, verbatim } from '#platform/mail/mail-words.ts'

const maxLineLength = 400

/** Name of the owner; mails of earlier versions know only the id. */
const ownerOf = ({ knows }: MailContext) => quoted(knows.organisation ?? knows.owner)

/** Lines begin with the time of the event. */
const lineInWords = (line: string) =>
  quoted(line, maxLineLength).replace(
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\s+/,
    (_, time: string) => `${timeInWords(time)}: `,
  )

/** Events that an e-mail notification has collected. */
export const events: Write = (occasion) => {
  const { knows } = occasion
  const lines = (knows.lines ?? '').split('\n')
  const more = Number(knows.more ?? '0')
  const subject =
    lines.length === 1 && more <= 0
      ? (lines[0] ?? '').replace(/^\S+Z\s+/, '')
      : `${lines.length + more} events`
  return {
    subject: `Berth: ${quoted(subject).slice(0, 60)}`,
    parts: [
      say`The e-mail notification "${quoted(knows.hook)}" at ${link(occasion, '')} has news:`,
      list(lines.map(lineInWords)),
      more > 0
        ? say`and ${String(more)} more, which ${command('berth activity')} and the events page of the API list.`
        : '',
      button('Open the console', consolePage(occasion)),
      notice(
        say`You get this as a member of ${ownerOf(occasion)}. To end it: ${command(`berth notify-email remove ${quoted(knows.id)}`)}`,
      ),
      notice(
        'If you do not know what runs there, someone else may have access: if it was not you, choose a new password and revoke all tokens.',
      ),
    ],
  }
}

/** A drain was given up because every attempt of about a day has failed. */
export const drainStopped: Write = (occasion) => {
  const { pagesUrl, knows } = occasion
  const resource = knows.resourceId ?? ''
  const page = resource.startsWith('app_')
    ? consolePage(occasion, 'applications', resource, 'drains')
    : consolePage(occasion)
  return {
    subject: `A drain of ${quoted(knows.name).slice(0, 40)} was stopped`,
    parts: [
      say`The drain ${quoted(knows.id)} of "${quoted(knows.name)}" (${ownerOf(occasion)}) at ${pagesUrl} has failed for about a day, so it sends no more log lines. The last error: ${verbatim(knows.failure)}`,
      say`Once the recipient works again, ${command(`berth drain enable ${quoted(knows.id)} --app ${quoted(resource)}`)} goes on where it stopped, as far as the lines are still kept.`,
      button('Open the drain', page),
      notice(
        'If it was not you who added it, someone else may have access: choose a new password and revoke all tokens.',
      ),
    ],
  }
}

/** A webhook was switched off because it has failed for days. */
export const webhookDisabled: Write = (occasion) => {
  const { pagesUrl, knows } = occasion
  return {
    subject: `The webhook ${quoted(knows.hook).slice(0, 40)} was disabled`,
    parts: [
      say`The webhook "${quoted(knows.hook)}" of ${ownerOf(occasion)} at ${pagesUrl} has failed for ${quoted(knows.days)} days, so it is called no more. The last answer: ${verbatim(knows.failure)}`,
      say`${command(`berth webhooks deliveries ${quoted(knows.id)}`)} shows what was tried. Once the receiver works again, remove the webhook and add it again, or enable it through the API.`,
      button('Open the webhook', consolePage(occasion, 'webhooks', knows.id ?? '')),
      notice(
        'If it was not you who added it, someone else may have access: choose a new password and revoke all tokens.',
      ),
    ],
  }
}
