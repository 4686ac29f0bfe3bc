import { paragraphs, quoted, verbatim, type Write } from '#platform/mail/mail-template.ts'

export const certificateWarning: Write = ({ pagesUrl, knows }) => {
  const lines: unknown = JSON.parse(knows.lines ?? '[]')
  const problems = Array.isArray(lines) ? lines.map((line) => `- ${verbatim(String(line))}`) : []
  return {
    subject: `Certificates of ${quoted(knows.organisation).slice(0, 40)} need your attention`,
    text: paragraphs(
      `Domains of ${quoted(knows.organisation)} at ${pagesUrl} may soon greet visitors with a warning:`,
      problems.join('\n'),
      'berth certificates shows all of them (those of the platform with --platform). Upload a new certificate with berth certificates add, let the DNS record of the domain point here, or remove domains that are no longer used.',
      'If you do not know these domains, someone else may have access: if it was not you, choose a new password and revoke all tokens.',
    ),
  }
}
