import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const domainRm = defineCommand({
  words: 'domain rm',
  summary: 'Remove a domain from an application',
  arguments: [{ name: 'fqdn', summary: 'domain, with its path if any' }],
  options: applicationOptions,
  examples: ['berth domain rm shop.example.org'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    await client.domains.remove(application, args.fqdn)
    output.print(args, () => `Removed the domain ${args.fqdn} from ${application.name}.`)
    return 0
  },
})
