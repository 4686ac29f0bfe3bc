import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { meantOrganisation } from '#cli/owners/organisation.ts'
import { openSession } from '#cli/profiles/session.ts'
import { readRole, roleWords } from './member.ts'

export const membersInvite = defineCommand({
  words: 'members invite',
  summary: 'Invite somebody into an organisation by mail',
  description:
    'The letter carries a link that works once, for a week. Inviting an address again replaces the earlier invitation.',
  arguments: [{ name: 'email', summary: 'where the letter goes' }],
  options: {
    role: {
      type: 'string',
      short: 'r',
      value: 'role',
      summary: 'What they may do',
      choices: roleWords,
      default: 'developer',
    },
    job: { type: 'string', value: 'text', summary: 'What they do, for the other members to read' },
    ...organisationOption,
  },
  examples: ['berth members invite ada@example.org --role manager'],
  async handle(context) {
    const { output, args, options } = context
    const { client } = await openSession(context)
    const { organisation } = await meantOrganisation(client, context)
    const role = readRole(options.role)
    const job = options.job === undefined ? {} : { job: options.job }
    const answer = await client.members.invite(organisation.id, { email: args.email, role, ...job })
    output.print(answer, () => `Invited ${args.email} to ${organisation.name} as ${options.role}.`)
    return 0
  },
})
