import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { findMember, readRole, roleWords } from '#cli/resolve/member.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'

export const membersRole = defineCommand({
  words: 'members role',
  summary: 'Change the role of a member',
  arguments: [
    { name: 'member', summary: 'their e-mail address or id' },
    { name: 'role', summary: `one of ${roleWords.join(', ')}`, completes: roleWords },
  ],
  options: organisationOption,
  examples: ['berth members role ada@example.org manager --org acme'],
  async handle(context) {
    const { output, args } = context
    const role = readRole(args.role)
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const { id, email } = await findMember(client, organisation, args.member)
    const answer = await client.members.change(organisation.id, id, { role })
    output.print(answer, () => `${email} now has the role ${role} in ${organisation.name}.`)
    return 0
  },
})
