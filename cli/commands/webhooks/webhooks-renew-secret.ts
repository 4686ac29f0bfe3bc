import { defineCommand } from '#cli/define-command.ts'
import { findHook } from '#cli/events/hook-owner.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const webhooksRenewSecret = defineCommand({
  words: 'webhooks renew-secret',
  summary: 'Replace the secret that signs the calls of a webhook',
  arguments: [{ name: 'id', summary: 'id of the webhook' }],
  options: orgOption,
  examples: ['berth webhooks renew-secret webhook_0c6e0f3a-5d1c-4c1e-9f0b-3f5f6c1f7a52'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const { ownerId, id } = await findHook(client, options.org, args.id, client.webhooks.list)
    const answer = await client.webhooks.renewSecret(ownerId, id)
    output.print(answer, () => answer.secret)
    return 0
  },
})
