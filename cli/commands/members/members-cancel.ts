import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { meantOrganisation } from '#cli/owners/organisation.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'

export const membersCancel = defineCommand({
  words: 'members cancel',
  summary: 'Take an invitation back',
  arguments: [{ name: 'email', summary: 'where its letter went' }],
  options: organisationOption,
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const { organisation } = await meantOrganisation(client, context)
    const invitations = await client.members.listInvitations(organisation.id)
    const invitation = invitations.find(({ email }) => email === args.email.toLowerCase())
    if (!invitation)
      throw new Refusal(
        `No invitation to ${organisation.name} is pending for '${args.email}'.`,
        '`berth members` lists them.',
      )
    const answer = await client.members.withdrawInvitation(organisation.id, invitation.id)
    output.print(answer, () => `Took the invitation of ${invitation.email} back.`)
    return 0
  },
})
