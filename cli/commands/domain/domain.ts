import { defineCommand } from '#cli/define-command.ts'
import { shownDomain } from '#cli/domains/shown-domain.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'

export const domain = defineCommand({
  words: 'domain',
  summary: 'List the domains of an application; the favourite has a star',
  options: applicationOptions,
  examples: ['berth domain', 'berth domain --app web --format json'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const [domains, favourite] = await Promise.all([
      client.domains.list(application),
      client.domains.favourite(application),
    ])
    const shown = domains.map((each) => shownDomain(each, favourite))
    output.print(shown, () =>
      shown.length > 0
        ? shown
            .map(({ domainWithPathPrefix, isFavourite }) =>
              printable(`${isFavourite ? '*' : ' '} ${domainWithPathPrefix}`),
            )
            .join('\n')
        : 'No domains. Add one with `berth domain add <domain>`.',
    )
    return 0
  },
})
