import { defineCommand } from '#cli/define-command.ts'
import { findHook } from '#cli/events/hook-owner.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { WebhookDelivery } from '#client/resources/events/notifications.ts'
import { formatDuration } from '#kit/text/duration.ts'

export const webhooksDeliveries = defineCommand({
  words: 'webhooks deliveries',
  summary: 'Show the latest calls of a webhook, newest first',
  arguments: [{ name: 'id', summary: 'id of the webhook' }],
  options: {
    limit: { type: 'string', short: 'n', value: 'count', summary: 'How many', default: '20' },
    state: {
      type: 'string',
      value: 'state',
      summary: 'Only those in this state',
      choices: ['pending', 'delivered', 'failed'],
    },
    ...orgOption,
  },
  examples: ['berth webhooks deliveries webhook_0c6e0f3a-5d1c-4c1e-9f0b-3f5f6c1f7a52 --limit 20'],
  async handle(context) {
    const { output, options, args } = context
    if (!/^[1-9]\d{0,2}$/.test(options.limit))
      throw new Refusal(`Invalid --limit '${options.limit}': use a number from 1 to 200.`)
    const { client } = await openSession(context)
    const { ownerId, id } = await findHook(client, options.org, args.id, client.webhooks.list)
    const deliveries = await client.webhooks.deliveries(ownerId, id, {
      limit: Number(options.limit),
      state: options.state,
    })
    output.print(deliveries, () =>
      deliveries.length > 0 ? table(deliveries.map(cells)) : 'Nothing was sent yet.',
    )
    return 0
  },
})

const cells = (delivery: WebhookDelivery): string[] => [
  delivery.id,
  delivery.attemptedAt ?? delivery.createdAt,
  delivery.event,
  delivery.state,
  delivery.status === null ? '-' : String(delivery.status),
  delivery.duration === null ? '-' : formatDuration(delivery.duration),
  `${delivery.attempts}×`,
  printable(delivery.failure),
]
