import { meantOrganisation } from '#cli/applications/organisation.ts'
import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const organisationsRename = defineCommand({
  words: 'organisations rename',
  summary: 'Give an organisation another name',
  arguments: [{ name: 'name', summary: 'what it is called from now on' }],
  options: organisationOption,
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const { organisation } = await meantOrganisation(client, context)
    const changed = await client.organisations.change(organisation.id, { name: args.name })
    output.print(changed, () => `${organisation.name} is called ${changed.name} now.`)
    return 0
  },
})
