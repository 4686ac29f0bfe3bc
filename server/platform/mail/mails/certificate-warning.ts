import { button, command, list, notice, say } from '#platform/mail/mail-parts.ts'
import { consolePage, type Write } from '#platform/mail/mail-template.ts'
import { quoted, verbatim } from '#platform/mail/mail-words.ts'

export const certificateWarning: Write = (occasion) => {
  const { pagesUrl, consoleUrl, knows } = occasion
  const lines: unknown = JSON.parse(knows.lines ?? '[]')
  const problems = Array.isArray(lines) ? lines.map((line) => verbatim(String(line), 200)) : []
  const isOfPlatform = knows.ownerId === 'platform'
  return {
    subject: `Certificates of ${quoted(knows.organisation).slice(0, 40)} need your attention`,
    parts: [
      say`Domains of ${quoted(knows.organisation)} at ${pagesUrl} may soon greet visitors with a warning:`,
      list(problems),
      say`${command('berth certificates')} shows all of them (those of the platform with ${command('--platform')}). Upload a new certificate with ${command('berth certificates add')}, let the DNS record of the domain point here, or remove domains that are no longer used.`,
      button('Open the console', isOfPlatform ? `${consoleUrl}/operator` : consolePage(occasion)),
      notice(
        'If you do not know these domains, someone else may have access: if it was not you, choose a new password and revoke all tokens.',
      ),
    ],
  }
}
