import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const domainFavouriteUnset = defineCommand({
  words: 'domain favourite unset',
  summary: 'Unset the favourite domain of an application',
  options: applicationOptions,
  examples: ['berth domain favourite unset'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    await client.domains.unsetFavourite(application)
    output.print({}, () => `${application.name} has no favourite domain now.`)
    return 0
  },
})
