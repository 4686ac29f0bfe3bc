import { defineCommand } from '#cli/define-command.ts'
import { shownDomain } from '#cli/domains/shown-domain.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'

export const domainFavourite = defineCommand({
  words: 'domain favourite',
  summary: 'Show the favourite domain of an application',
  options: applicationOptions,
  examples: ['berth domain favourite'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const favourite = await client.domains.favourite(application)
    output.print(favourite ? shownDomain(favourite, favourite) : null, () =>
      favourite
        ? printable(favourite.fqdn)
        : 'No favourite domain. Choose one with `berth domain favourite set <domain>`.',
    )
    return 0
  },
})
