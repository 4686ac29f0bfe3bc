import { defineCommand } from '#cli/define-command.ts'
import { drainArgument, drainOptions, resolveDrainResource } from '#cli/drains/drain-resource.ts'
import { openSession } from '#cli/profiles/session.ts'

export const drainEnable = defineCommand({
  words: 'drain enable',
  summary: 'Enable a drain, which continues where it stopped',
  arguments: [drainArgument],
  options: drainOptions,
  examples: ['berth drain enable drain_6512bd43-d9ca-4a6e-8c02-c990b0a82652'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const resource = await resolveDrainResource(client, context)
    const drain = await client.drains.enable(resource, args.id)
    output.print(drain, () => `Enabled the drain ${drain.id}.`)
    return 0
  },
})
