import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { listPerOwner } from '#cli/resolve/list-per-owner.ts'

export const oauthConsumers = defineCommand({
  words: 'oauth-consumers',
  summary: 'List your OAuth 1 consumers',
  options: orgOption,
  examples: ['berth oauth-consumers', 'berth oauth-consumers --org acme --format json'],
  async handle(context) {
    await listPerOwner(context, {
      listOf: ({ consumers }) => consumers,
      json: (each, owner) => ({ ownerId: owner.id, ...each }),
      row: ({ name, key, url }) => [name, key, url ?? ''],
      none: 'No OAuth consumers yet. Create one with `berth oauth-consumers create <name> --base-url <url>`.',
    })
    return 0
  },
})
