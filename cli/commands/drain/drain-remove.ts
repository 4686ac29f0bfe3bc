import { defineCommand } from '#cli/define-command.ts'
import { drainArgument, drainOptions, resolveDrainResource } from '#cli/drains/drain-resource.ts'
import { openSession } from '#cli/profiles/session.ts'

export const drainRemove = defineCommand({
  words: 'drain remove',
  summary: 'Remove a drain',
  arguments: [drainArgument],
  options: drainOptions,
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const resource = await resolveDrainResource(client, context)
    const drain = await client.drains.remove(resource, args.id)
    output.print(drain, () => `Removed the drain ${drain.id}.`)
    return 0
  },
})
