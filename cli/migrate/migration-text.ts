import { printable } from '#cli/terminal/printable.ts'
import type { MigratedDomain, Migration } from './migration.ts'

/** A migration for people: what is created, what is not, and what to type next. */
export function migrationText(migration: Migration): string {
  const { from, name, type, region, variables, domains, notCarried, application } = migration
  const title = printable(`${name} of ${from}, as an application of type ${type} in zone ${region}`)
  return [
    application ? `Created ${title} (${application.id}).` : `Would create ${title}.`,
    ...section(
      'Variables',
      variables.map(({ name, value }) => assignment(name, value)),
    ),
    ...section('Domains', domains.map(domainText)),
    ...section(
      'Not carried over',
      notCarried.map(({ what, instead }) => `${what}: ${instead}`),
    ),
    ...section('Next', nextSteps(migration)),
  ].join('\n')
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${printable(line)}`)]

const assignment = (name: string, value: string | undefined) =>
  value === undefined ? name : `${name}=${value}`

const domainText = ({ fqdn, state, reason }: MigratedDomain) =>
  state === 'refused' ? `${fqdn}: refused: ${reason}` : fqdn

function nextSteps({ application, domains }: Migration): string[] {
  if (!application) return ['the same command without --dry-run']
  const added = domains.filter(({ state }) => state === 'added')
  return [
    'berth deploy',
    ...(added.length > 0 ? ['berth domain diag   # the DNS records to change'] : []),
    ...domains
      .filter(({ state }) => state === 'refused')
      .map(({ fqdn }) => `berth domain add ${fqdn}`),
  ]
}
