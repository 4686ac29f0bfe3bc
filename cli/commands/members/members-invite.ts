import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { readRole, roleWords } from '#cli/resolve/member.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'

export const membersInvite = defineCommand({
  words: 'members invite',
  summary: 'Invite someone to an organisation by e-mail',
  description:
    'The link in the e-mail works once, for a week. Inviting an address again replaces the earlier invitation.',
  arguments: [{ name: 'email', summary: 'e-mail address' }],
  options: {
    role: {
      type: 'string',
      short: 'r',
      value: 'role',
      summary: 'Role',
      choices: roleWords,
      default: 'developer',
    },
    job: { type: 'string', value: 'text', summary: 'Job title, shown to other members' },
    ...organisationOption,
  },
  examples: ['berth members invite ada@example.org --role manager'],
  async handle(context) {
    const { output, args, options } = context
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const role = readRole(options.role)
    const job = options.job === undefined ? {} : { job: options.job }
    const answer = await client.members.invite(organisation.id, { email: args.email, role, ...job })
    output.print(answer, () => `Invited ${args.email} to ${organisation.name} as ${options.role}.`)
    return 0
  },
})
