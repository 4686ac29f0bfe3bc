import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const connectWebhook = defineCommand({
  words: 'connect webhook',
  summary: 'Show what the host of a repository needs to announce each push at once',
  options: {
    renew: { type: 'boolean', summary: 'Make another secret; the one before is refused at once' },
    ...applicationOptions,
  },
  examples: ['berth connect webhook', 'berth connect webhook --renew'],
  async handle(context) {
    const { options, output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const { renewWebhook, webhook } = client.connectedRepository
    const found = await (options.renew ? renewWebhook : webhook)(application)
    output.print(found, () =>
      [
        'Add a webhook to the settings of the repository, for pushes and pull requests:',
        `  URL           ${found.url}`,
        `  Secret        ${found.secret}`,
        '  Content type  application/json',
      ].join('\n'),
    )
    return 0
  },
})
