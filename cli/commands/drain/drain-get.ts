import { defineCommand } from '#cli/define-command.ts'
import { drainArgument, drainOptions, resolveDrainResource } from '#cli/drains/drain-resource.ts'
import { drainText } from '#cli/drains/drain-text.ts'
import { openSession } from '#cli/profiles/session.ts'

export const drainGet = defineCommand({
  words: 'drain get',
  summary: 'Show a drain: its state, what waits and the last error',
  arguments: [drainArgument],
  options: drainOptions,
  examples: ['berth drain get drain_6512bd43-d9ca-4a6e-8c02-c990b0a82652'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const resource = await resolveDrainResource(client, context)
    const drain = await client.drains.get(resource, args.id)
    output.print(drain, () => drainText(drain))
    return 0
  },
})
