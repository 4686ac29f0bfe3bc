import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const domainFavouriteSet = defineCommand({
  words: 'domain favourite set',
  summary: 'Choose the domain that is opened and shown first',
  arguments: [{ name: 'fqdn', summary: 'domain of the application, with its path if any' }],
  options: applicationOptions,
  examples: ['berth domain favourite set shop.example.org'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    await client.domains.setFavourite(application, args.fqdn)
    output.print(args, () => `${args.fqdn} is the favourite domain of ${application.name}.`)
    return 0
  },
})
