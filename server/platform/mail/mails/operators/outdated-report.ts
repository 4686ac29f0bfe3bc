import {
  button,
  command,
  list,
  type MailPart,
  notice,
  type Sentence,
  say,
} from '#platform/mail/mail-parts.ts'
import type { MailContext, Write } from '#platform/mail/mail-template.ts'
import { quoted, verbatim } from '#platform/mail/mail-words.ts'

const maxLineLength = 300

const kinds = [
  ['applications', 'application', 'run on outdated tools'],
  ['tools', 'downloaded tool', 'have a newer release, or none any more'],
  ['packages', 'package', 'of the machine have an update'],
] as const

/** What is outdated on the platform, once a week. */
export const outdatedReport: Write = (occasion) => {
  const { pagesUrl, consoleUrl, knows } = occasion
  const counts = kinds.flatMap(([key, noun]) => {
    const count = countOf(occasion, key)
    return count > 0 ? [counted(count, noun)] : []
  })
  return {
    subject: `Outdated: ${counts.length > 0 ? counts.join(', ') : 'the catalogue of tools'}`,
    parts: [
      say`Berth at ${pagesUrl} has parts that are outdated. What runs is not changed without you.`,
      ...kinds.flatMap(([key, noun, state]) => section(occasion, key, noun, state)),
      knows.problem
        ? say`The last attempt to refresh the catalogue of tools has failed: ${verbatim(knows.problem, maxLineLength)}. Check that the server reaches its registry.`
        : '',
      say`${command('berth admin toolchains outdated')} lists the applications with what a deployment would give each, and ${command('berth admin toolchains redeploy')} deploys them again, a few at a time.`,
      button('Open the toolchains', `${consoleUrl}/operator/toolchains`),
      notice(
        say`You get this once a week as an operator of the platform, while something is outdated. ${command('BERTH_WEEKLY_REPORT=off')} in the environment of the server ends it. If you do not know the sender, ignore this mail.`,
      ),
    ],
  }
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const countOf = ({ knows }: MailContext, key: string) => Number(knows[`${key}Count`] ?? '0') || 0

function section(
  occasion: MailContext,
  key: string,
  noun: string,
  state: string,
): (MailPart | Sentence | string)[] {
  const lines: unknown = JSON.parse(occasion.knows[key] ?? '[]')
  const shown = Array.isArray(lines) ? lines.map(lineOf) : []
  const count = countOf(occasion, key)
  if (shown.length === 0) return []
  const rest = count - shown.length
  return [
    say`${counted(count, noun)} ${state}:`,
    list([...shown, ...(rest > 0 ? [`and ${rest} more`] : [])]),
  ]
}

/** Tenants have written the names of an application and its owner; all else comes from the platform. */
function lineOf(line: unknown): string {
  if (typeof line === 'string') return verbatim(line, maxLineLength)
  const { name, owner, tools } = Object(line) as Record<string, string | undefined>
  return `${quoted(name)} (${quoted(owner)}): ${verbatim(tools, maxLineLength)}`
}
