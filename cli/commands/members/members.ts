import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'
import { table } from '#cli/terminal/table.ts'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { Invitation } from '#client/resources/accounts/members.ts'

export const members = defineCommand({
  words: 'members',
  summary: 'List the members and pending invitations of an organisation',
  options: organisationOption,
  examples: ['berth members --org acme'],
  async handle(context) {
    const { terminal, output } = context
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const [members, invitations] = await Promise.all([
      client.members.list(organisation.id),
      invitationsOf(client, organisation.id),
    ])
    output.print({ members, invitations }, () =>
      [
        table(members.map(({ member, role, job }) => [member.email, role, member.name, job])),
        ...(invitations.length > 0
          ? [
              `\n${terminal.paint('bold', 'Invited')}`,
              table(
                invitations.map(({ email, role, job, expiresAt }) => [
                  ...[email, role, `until ${new Date(expiresAt).toISOString().slice(0, 10)}`, job],
                ]),
              ),
            ]
          : []),
      ].join('\n'),
    )
    return 0
  },
})

/** Pending invitations; empty for members who are not administrators. */
async function invitationsOf(client: Client, organisationId: string): Promise<Invitation[]> {
  try {
    return await client.members.listInvitations(organisationId)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return []
    throw error
  }
}
