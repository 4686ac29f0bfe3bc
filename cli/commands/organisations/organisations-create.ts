import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { duplicateOption, refuseDuplicate } from '#cli/resolve/free-name.ts'

export const organisationsCreate = defineCommand({
  words: 'organisations create',
  summary: 'Create an organisation, with you as its administrator',
  arguments: [{ name: 'name', summary: 'name of the organisation' }],
  options: duplicateOption,
  examples: ["berth organisations create 'Engines & Co'"],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const { user, organisations } = await client.summary.get()
    const taken = [user, ...organisations].map(({ name }) => name)
    const kind = args.name === user.name ? 'the personal space' : 'the organisation'
    refuseDuplicate({ kind, name: args.name, owner: 'Your account', taken }, options)
    const made = await client.organisations.create({ name: args.name })
    output.print(made, () => `Created ${made.name} (${made.id}).`)
    return 0
  },
})
