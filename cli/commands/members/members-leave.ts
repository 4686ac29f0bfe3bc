import { defineCommand } from '#cli/define-command.ts'
import { organisationOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'
import { confirm } from '#cli/terminal/confirm.ts'

export const membersLeave = defineCommand({
  words: 'members leave',
  summary: 'Leave an organisation',
  description: 'You need a new invitation to come back. The last administrator cannot leave.',
  options: { ...yesOption, ...organisationOption },
  examples: ['berth members leave --org acme'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const { organisation, user } = await resolveOrganisation(client, context)
    const { id, name } = organisation
    if (!options.yes)
      await confirm(terminal, `Type '${name}' to leave the organisation ${name} (${id}):`, name)
    const answer = await client.members.remove(id, user.id)
    output.print(answer, () => `You have left ${name}.`)
    return 0
  },
})
