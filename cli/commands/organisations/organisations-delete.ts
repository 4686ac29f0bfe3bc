import { defineCommand } from '#cli/define-command.ts'
import { organisationOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'
import { confirm } from '#cli/terminal/confirm.ts'

export const organisationsDelete = defineCommand({
  words: 'organisations delete',
  summary: 'Delete an empty organisation',
  options: { ...yesOption, ...organisationOption },
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const { id, name } = organisation
    if (!options.yes) await confirm(terminal, `Type '${name}' to permanently delete it:`, name)
    const answer = await client.organisations.delete(id)
    output.print(answer, () => `Deleted ${name} (${id}).`)
    return 0
  },
})
