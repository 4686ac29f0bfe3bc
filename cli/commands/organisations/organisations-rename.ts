import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { duplicateOption, refuseDuplicate } from '#cli/resolve/free-name.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'

export const organisationsRename = defineCommand({
  words: 'organisations rename',
  summary: 'Rename an organisation',
  arguments: [{ name: 'name', summary: 'new name' }],
  options: { ...duplicateOption, ...organisationOption },
  examples: ["berth organisations rename 'Engines & Co' --org acme"],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const { organisation, user } = await resolveOrganisation(client, context)
    const { organisations } = await client.summary.get()
    const others = [user, ...organisations].filter(({ id }) => id !== organisation.id)
    const taken = others.map(({ name }) => name)
    const kind = args.name === user.name ? 'the personal space' : 'the organisation'
    refuseDuplicate({ kind, name: args.name, owner: 'Your account', taken }, options)
    const changed = await client.organisations.change(organisation.id, { name: args.name })
    output.print(changed, () => `Renamed ${organisation.name} to ${changed.name}.`)
    return 0
  },
})
