import { consumerOptions } from '#cli/consumers/consumer-options.ts'
import { readRights } from '#cli/consumers/read-rights.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'

export const oauthConsumersCreate = defineCommand({
  words: 'oauth-consumers create',
  summary: 'Register an OAuth 1 consumer',
  description:
    'Callbacks must be on the base URL. Without --rights the consumer cannot request any access.',
  arguments: [{ name: 'name', summary: 'name shown to users' }],
  options: { ...consumerOptions, 'base-url': { ...consumerOptions['base-url'], required: true } },
  examples: [
    'berth oauth-consumers create Dashboard --base-url https://dashboard.example.org --rights access-organisations',
  ],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const owner = chooseOwner(await client.summary.get(), options.org)
    const rights = readRights(options.rights ?? '', await client.consumers.rights())
    const consumer = await client.consumers.create(owner.id, {
      name: args.name,
      description: options.description ?? '',
      url: options.url ?? '',
      picture: options.picture ?? '',
      baseUrl: options['base-url'],
      rights,
    })
    output.print(consumer, () =>
      [
        `Created the OAuth consumer ${consumer.name} in ${owner.name}. Its key: ${consumer.key}`,
        `\`berth oauth-consumers get ${consumer.key} --with-secret\` shows its secret.`,
      ].join('\n'),
    )
    return 0
  },
})
