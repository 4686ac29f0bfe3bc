import { defineCommand } from '#cli/define-command.ts'
import { drainArgument, drainOptions, resolveDrainResource } from '#cli/drains/drain-resource.ts'
import { openSession } from '#cli/profiles/session.ts'

export const drainDisable = defineCommand({
  words: 'drain disable',
  summary: 'Disable a drain',
  arguments: [drainArgument],
  options: drainOptions,
  examples: ['berth drain disable drain_6512bd43-d9ca-4a6e-8c02-c990b0a82652'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const resource = await resolveDrainResource(client, context)
    const drain = await client.drains.disable(resource, args.id)
    output.print(drain, () => `Disabled the drain ${drain.id}.`)
    return 0
  },
})
