import { defineCommand } from '#cli/define-command.ts'
import { hookFilter, hookOptions, resolveHookOwner } from '#cli/events/hook-owner.ts'
import { openSession } from '#cli/profiles/session.ts'

export const webhooksAdd = defineCommand({
  words: 'webhooks add',
  summary: 'Call a URL when events happen',
  description: [
    'Each call is signed with a secret that is shown once, and repeated for a day until it is answered with 2xx.',
    'The stock tool calls --hook-format --format; here, --format is the output format.',
  ].join('\n'),
  arguments: [
    { name: 'name', summary: 'name of the webhook' },
    { name: 'url', summary: 'address to call' },
  ],
  options: {
    'hook-format': {
      type: 'string',
      value: 'format',
      summary: 'Format of the body',
      choices: ['raw', 'slack', 'discord', 'teams', 'ntfy', 'gitter', 'flowdock'],
      default: 'raw',
    },
    ...hookOptions,
  },
  examples: [
    'berth webhooks add deployments https://example.org/hook --event META_DEPLOYMENT_RESULT',
    'berth webhooks add chat https://hooks.slack.com/services/x --hook-format slack --org acme',
    'berth webhooks add phone https://ntfy.sh/my-topic --hook-format ntfy --event META_ALERT',
  ],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const { ownerId, applicationId } = await resolveHookOwner(client, context)
    const webhook = await client.webhooks.add(ownerId, {
      name: args.name,
      urls: [{ format: options['hook-format'], url: args.url }],
      ...hookFilter(options, applicationId),
    })
    output.print(webhook, () =>
      [
        `Added the webhook ${webhook.id}.`,
        `Its secret, which is not shown again: ${webhook.secret}`,
      ].join('\n'),
    )
    return 0
  },
})
