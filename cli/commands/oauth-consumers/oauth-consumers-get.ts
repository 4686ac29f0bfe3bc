import { consumerText } from '#cli/consumers/consumer-text.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveConsumer } from '#cli/resolve/consumer.ts'

export const oauthConsumersGet = defineCommand({
  words: 'oauth-consumers get',
  summary: 'Show an OAuth consumer',
  arguments: [{ name: 'consumer', summary: 'consumer key or name' }],
  options: {
    'with-secret': {
      type: 'boolean',
      summary: 'Also show the secret (administrators only)',
    },
    ...orgOption,
  },
  examples: ['berth oauth-consumers get Dashboard --with-secret'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const { ownerId, key } = await resolveConsumer(client, args.consumer, options.org)
    const consumer = await client.consumers.get(ownerId, key)
    const { secret } = options['with-secret']
      ? await client.consumers.secret(ownerId, key)
      : { secret: undefined }
    output.print({ ownerId, ...consumer, ...(secret && { secret }) }, () =>
      consumerText(consumer, secret),
    )
    return 0
  },
})
