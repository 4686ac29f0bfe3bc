import { printable } from '#cli/terminal/printable.ts'
import type { Maintenance } from '#client/resources/applications/visitors/maintenance.ts'

/** A maintenance that is on, as lines for people. */
export function describeMaintenance(name: string, maintenance: Maintenance): string {
  const { since, startedBy, until, message, allowed, link } = maintenance
  const facts: [string, string][] = [
    ['Since', `${minutesOf(since)}${startedBy?.name ? `, by ${startedBy.name}` : ''}`],
    ['Until', until === null ? 'you end it' : `about ${minutesOf(until)}, but you end it`],
    ...(message ? [['Message', message.replaceAll('\n', ' ')] as [string, string]] : []),
    ['Let through', allowed.length > 0 ? allowed.join(', ') : 'nobody by address'],
    ['Link', link ?? 'none: the application has no domain that can be opened'],
  ]
  const lines = facts.map(([what, fact]) => printable(`  ${what.padEnd(11)}  ${fact}`))
  return [printable(`${name} is under maintenance.`), ...lines].join('\n')
}

const minutesOf = (date: string | null) =>
  date ? `${date.slice(0, 16).replace('T', ' ')} UTC` : 'unknown'
