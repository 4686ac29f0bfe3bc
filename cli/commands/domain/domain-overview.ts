import { defineCommand } from '#cli/define-command.ts'
import { shownDomain } from '#cli/domains/shown-domain.ts'
import { openSession } from '#cli/profiles/session.ts'
import { ownersOf } from '#cli/resolve/owner.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { Domain } from '#client/resources/applications/domains.ts'

export const domainOverview = defineCommand({
  words: 'domain overview',
  summary: 'List all domains of all your applications',
  options: {
    filter: { type: 'string', value: 'text', summary: 'Only domains that contain this text' },
  },
  examples: ['berth domain overview', 'berth domain overview --filter example.org'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const owners = ownersOf(await client.summary.get())
    const rows = []
    for (const { id: ownerId, name: ownerName, applications } of owners) {
      for (const { id: appId, name: appName } of applications) {
        const domains = await listOrNone(client, { id: appId, ownerId }, output.tell)
        rows.push(
          ...domains.map(({ fqdn }) => ({ domain: fqdn, appId, appName, ownerId, ownerName })),
        )
      }
    }
    const shown = rows
      .filter(({ domain }) => domain.includes(options.filter ?? ''))
      .sort((one, other) => sortKey(one.domain).localeCompare(sortKey(other.domain)))
    output.print(shown, () =>
      shown.length > 0
        ? printable(
            table(shown.map(({ domain, appName, ownerName }) => [domain, appName, ownerName])),
          )
        : 'No domains.',
    )
    return 0
  },
})

/** An application whose domains the user may not list has none for this list. */
async function listOrNone(
  client: Client,
  application: { id: string; ownerId: string },
  tell: (text: string) => void,
): Promise<Domain[]> {
  try {
    return await client.domains.list(application)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    tell(`You may not list the domains of ${application.id}.`)
    return []
  }
}

/** Last label first, so that names of one zone are together. */
const sortKey = (fqdn: string): string => {
  const { hostname, pathPrefix } = shownDomain({ fqdn })
  return hostname.split('.').reverse().join('.') + pathPrefix
}
