import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { meantOrganisation } from '#cli/owners/organisation.ts'
import { openSession } from '#cli/profiles/session.ts'
import { findMember } from './member.ts'

export const membersRemove = defineCommand({
  words: 'members remove',
  summary: 'Remove a member from an organisation immediately',
  arguments: [{ name: 'member', summary: 'their e-mail address or id' }],
  options: organisationOption,
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const { organisation } = await meantOrganisation(client, context)
    const { id, email } = await findMember(client, organisation, args.member)
    const answer = await client.members.remove(organisation.id, id)
    output.print(answer, () => `Removed ${email} from ${organisation.name}.`)
    return 0
  },
})
