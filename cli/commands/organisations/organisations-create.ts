import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'

export const organisationsCreate = defineCommand({
  words: 'organisations create',
  summary: 'Create an organisation, with you as its administrator',
  arguments: [{ name: 'name', summary: 'what it is called' }],
  examples: ["berth organisations create 'Engines & Co'"],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const made = await client.organisations.create({ name: args.name })
    output.print(made, () => `Created ${made.name} (${made.id}).`)
    return 0
  },
})
