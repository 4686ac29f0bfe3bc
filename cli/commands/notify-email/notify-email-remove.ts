import { defineCommand } from '#cli/define-command.ts'
import { findHook } from '#cli/events/hook-owner.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const notifyEmailRemove = defineCommand({
  words: 'notify-email remove',
  summary: 'Remove an e-mail notification',
  arguments: [{ name: 'id', summary: 'id of the notification' }],
  options: orgOption,
  examples: ['berth notify-email remove emailhook_45c48cce-2e2d-4fbd-8b1e-7d1c2a3b4c5d'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const { ownerId, id } = await findHook(client, options.org, args.id, client.emailHooks.list)
    const answer = await client.emailHooks.remove(ownerId, id)
    output.print(answer, () => `Removed the e-mail notification ${id}.`)
    return 0
  },
})
