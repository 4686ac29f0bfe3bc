import { defineCommand } from '#cli/define-command.ts'
import { hookFilter, hookOptions, listed, resolveHookOwner } from '#cli/events/hook-owner.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import type { EmailTarget } from '#client/resources/events/notifications.ts'

export const notifyEmailAdd = defineCommand({
  words: 'notify-email add',
  summary: 'Send e-mail to members when events happen',
  description:
    'Only members get mail, at a confirmed address. Events within a few minutes come as one mail.',
  arguments: [{ name: 'name', summary: 'name of the notification' }],
  options: {
    notify: {
      type: 'string',
      value: 'targets',
      summary:
        'E-mail addresses, user ids or `organisation`, separated by commas; default: all members',
    },
    ...hookOptions,
  },
  examples: ['berth notify-email add failures --event DEPLOYMENT_FAIL --notify ada@example.org'],
  async handle(context) {
    const { output, options, args } = context
    const notified = listed(options.notify ?? '').map(targetOf)
    const { client } = await openSession(context)
    const { ownerId, applicationId } = await resolveHookOwner(client, context)
    const hook = await client.emailHooks.add(ownerId, {
      name: args.name,
      notified,
      ...hookFilter(options, applicationId),
    })
    output.print(hook, () => `Added the e-mail notification ${hook.id}.`)
    return 0
  },
})

function targetOf(text: string): EmailTarget {
  if (text.includes('@')) return { type: 'email', target: text }
  if (text.startsWith('user_')) return { type: 'userid', target: text }
  if (text.toLowerCase() === 'organisation') return { type: 'organisation' }
  throw new Refusal(
    `Invalid --notify '${text}'.`,
    'Use an e-mail address, the id of a user, or `organisation`.',
  )
}
