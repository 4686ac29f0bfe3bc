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
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const { ownerId, id } = await findHook(client, options.org, args.id, client.webhooks.list)
    const delivery = await client.webhooks.replay(ownerId, id, args.delivery)
    output.print(delivery, () => `Sending it again as ${delivery.id}.`)
    return 0
  },
})
