import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const domainAdd = defineCommand({
  words: 'domain add',
  summary: 'Add a domain to an application',
  arguments: [
    { name: 'fqdn', summary: 'such as shop.example.org, shop.example.org/api or *.example.org' },
  ],
  options: applicationOptions,
  examples: ['berth domain add shop.example.org', 'berth domain add example.org/shop --app web'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    await client.domains.add(application, args.fqdn)
    output.print(args, () =>
      [
        `Added the domain ${args.fqdn} to ${application.name}.`,
        '`berth domain diag` shows the DNS records that it needs.',
      ].join('\n'),
    )
    return 0
  },
})
