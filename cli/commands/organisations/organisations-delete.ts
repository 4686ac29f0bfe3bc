import { defineCommand } from '#cli/define-command.ts'
import { organisationOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'
import { confirmDeletion, deletionText } from '#cli/terminal/confirm-deletion.ts'

export const organisationsDelete = defineCommand({
  words: 'organisations delete',
  summary: 'Delete an empty organisation',
  options: { ...yesOption, ...organisationOption },
  examples: ['berth organisations delete --org acme'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const { id, name } = organisation
    const deletion = { kind: 'organisation', name, id }
    if (!options.yes) await confirmDeletion(terminal, deletion)
    const answer = await client.organisations.delete(id)
    output.print(answer, () => `Deleted the ${deletionText(deletion)}.`)
    return 0
  },
})
