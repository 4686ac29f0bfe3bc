import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const adminConsumptionsReject = defineCommand({
  words: 'admin consumptions reject',
  summary: "Reject a provider's charge that was held (operators only)",
  arguments: [{ name: 'id', summary: 'such as consumption_…' }],
  examples: ['berth admin consumptions reject consumption_c51ce410-c124-410e-8db5-e4b97fc2af39'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const decided = await client.billingOperation.decideConsumption(args.id, 'rejected')
    output.print(decided, () => `The charge of ${decided.cost} EUR is ${decided.state}.`)
    return 0
  },
})
