import { defineCommand } from '#cli/define-command.ts'
import { findHook } from '#cli/events/hook-owner.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const webhooksReplay = defineCommand({
  words: 'webhooks replay',
  summary: 'Send a delivery of a webhook again',
  arguments: [
    { name: 'id', summary: 'id of the webhook' },
    { name: 'delivery', summary: 'id of the delivery' },
  ],
  options: orgOption,
  examples: [
    'berth webhooks replay webhook_0c6e0f3a-5d1c-4c1e-9f0b-3f5f6c1f7a52 webhookdelivery_8f14e45f-ceea-467f-a9b5-1f2e3d4c5b6a',
  ],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const { ownerId, id } = await findHook(client, options.org, args.id, client.webhooks.list)
    const delivery = await client.webhooks.replay(ownerId, id, args.delivery)
    output.print(delivery, () => `Sending it again as ${delivery.id}.`)
    return 0
  },
})
