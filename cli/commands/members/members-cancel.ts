import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'

export const membersCancel = defineCommand({
  words: 'members cancel',
  summary: 'Cancel an invitation',
  arguments: [{ name: 'email', summary: 'invited e-mail address' }],
  options: organisationOption,
  examples: ['berth members cancel ada@example.org --org acme'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const invitations = await client.members.listInvitations(organisation.id)
    const invitation = invitations.find(({ email }) => email === args.email.toLowerCase())
    if (!invitation)
      throw new Refusal(
        `'${args.email}' has no pending invitation to ${organisation.name}.`,
        '`berth members` lists them.',
      )
    const answer = await client.members.withdrawInvitation(organisation.id, invitation.id)
    output.print(answer, () => `Cancelled the invitation of ${invitation.email}.`)
    return 0
  },
})
