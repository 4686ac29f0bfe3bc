import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { findMember } from '#cli/resolve/member.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'

export const membersRemove = defineCommand({
  words: 'members remove',
  summary: 'Remove a member from an organisation immediately',
  arguments: [{ name: 'member', summary: 'their e-mail address or id' }],
  options: organisationOption,
  examples: ['berth members remove ada@example.org --org acme'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const { id, email } = await findMember(client, organisation, args.member)
    const answer = await client.members.remove(organisation.id, id)
    output.print(answer, () => `Removed ${email} from ${organisation.name}.`)
    return 0
  },
})
