import { defineCommand } from '#cli/define-command.ts'
import { concerns, hookListOptions, resolveHookOwner } from '#cli/events/hook-owner.ts'
import { emailHookText } from '#cli/events/hook-text.ts'
import { openSession } from '#cli/profiles/session.ts'

export const notifyEmail = defineCommand({
  words: 'notify-email',
  summary: 'List e-mail notifications',
  options: hookListOptions,
  examples: ['berth notify-email', 'berth notify-email --list-all --org acme'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const { ownerId, applicationId } = await resolveHookOwner(client, context, options['list-all'])
    const all = await client.emailHooks.list(ownerId)
    const shown = all.filter((hook) => concerns(hook, applicationId))
    output.print(shown, () =>
      shown.length > 0
        ? shown.map(emailHookText).join('\n')
        : 'No e-mail notifications. Add one with `berth notify-email add <name>`.',
    )
    return 0
  },
})
