import { consumerOptions } from '#cli/consumers/consumer-options.ts'
import { readRights } from '#cli/consumers/read-rights.ts'
import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveConsumer } from '#cli/resolve/consumer.ts'
import type { ConsumerInput } from '#client/resources/accounts/consumers.ts'

export const oauthConsumersUpdate = defineCommand({
  words: 'oauth-consumers update',
  summary: 'Change an OAuth consumer',
  description:
    'Options that are not given keep their values. Removed rights are revoked immediately.',
  arguments: [{ name: 'consumer', summary: 'consumer key or name' }],
  options: {
    name: { type: 'string', short: 'n', value: 'name', summary: 'New name' },
    ...consumerOptions,
  },
  examples: ['berth oauth-consumers update Dashboard --rights access-organisations'],
  async handle(context) {
    const { output, options, args } = context
    const { name, description, url, picture, 'base-url': baseUrl } = options
    const { client } = await openSession(context)
    const rights =
      options.rights === undefined
        ? undefined
        : readRights(options.rights, await client.consumers.rights())
    const wanted = { name, description, url, picture, baseUrl, rights }
    const change: Partial<ConsumerInput> = Object.fromEntries(
      Object.entries(wanted).filter(([, value]) => value !== undefined),
    )
    if (Object.keys(change).length === 0)
      throw new Refusal('Nothing to change.', 'See the options with --help.')
    const { ownerId, key } = await resolveConsumer(client, args.consumer, options.org)
    const consumer = await client.consumers.change(ownerId, key, change)
    output.print(consumer, () => `Changed the OAuth consumer ${consumer.name} (${key}).`)
    return 0
  },
})
