import { defineCommand } from '#cli/define-command.ts'
import { drainOptions, resolveDrainResource } from '#cli/drains/drain-resource.ts'
import { drainText } from '#cli/drains/drain-text.ts'
import { openSession } from '#cli/profiles/session.ts'

export const drain = defineCommand({
  words: 'drain',
  summary: 'List log drains',
  options: drainOptions,
  examples: ['berth drain', 'berth drain --addon db --format json'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const drains = await client.drains.list(await resolveDrainResource(client, context))
    output.print(drains, () =>
      drains.length > 0
        ? drains.map(drainText).join('\n')
        : 'No drains. Add one with `berth drain create <type> <url>`.',
    )
    return 0
  },
})
