import { defineCommand } from '#cli/define-command.ts'
import { concerns, hookListOptions, resolveHookOwner } from '#cli/events/hook-owner.ts'
import { webhookText } from '#cli/events/hook-text.ts'
import { openSession } from '#cli/profiles/session.ts'

export const webhooks = defineCommand({
  words: 'webhooks',
  summary: 'List webhooks',
  options: hookListOptions,
  examples: ['berth webhooks', 'berth webhooks --list-all --org acme'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const { ownerId, applicationId } = await resolveHookOwner(client, context, options['list-all'])
    const all = await client.webhooks.list(ownerId)
    const shown = all.filter((webhook) => concerns(webhook, applicationId))
    output.print(shown, () =>
      shown.length > 0
        ? shown.map(webhookText).join('\n')
        : 'No webhooks. Add one with `berth webhooks add <name> <url>`.',
    )
    return 0
  },
})
