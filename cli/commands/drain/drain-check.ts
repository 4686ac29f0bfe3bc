import { defineCommand } from '#cli/define-command.ts'
import { drainArgument, drainOptions, resolveDrainResource } from '#cli/drains/drain-resource.ts'
import { openSession } from '#cli/profiles/session.ts'
import { printable } from '#cli/terminal/printable.ts'

export const drainCheck = defineCommand({
  words: 'drain check',
  summary: 'Send a test line to a drain, and show whether it was accepted',
  arguments: [drainArgument],
  options: drainOptions,
  examples: ['berth drain check drain_6512bd43-d9ca-4a6e-8c02-c990b0a82652'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const resource = await resolveDrainResource(client, context)
    const result = await client.drains.check(resource, args.id)
    output.print(result, () => `${result.ok ? 'OK' : 'Failed'}: ${printable(result.message)}`)
    return result.ok ? 0 : 1
  },
})
