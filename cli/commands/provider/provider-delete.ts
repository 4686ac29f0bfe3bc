import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveProvider } from '#cli/resolve/provider.ts'
import { confirmDeletion } from '#cli/terminal/confirm-deletion.ts'

export const providerDelete = defineCommand({
  words: 'provider delete',
  summary: 'Delete an add-on provider',
  description:
    'Existing add-ons stay, but no new ones can be ordered; the provider is deleted with the last of them.',
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: { ...yesOption, ...orgOption },
  examples: ['berth provider delete pigeon'],
  async handle(context) {
    const { args, options, output, terminal } = context
    const { client } = await openSession(context)
    const { owner, offer } = await resolveProvider(client, args.provider, options.org)
    const deletion = { kind: 'add-on provider', name: offer.id, owner: owner.name }
    if (!options.yes) await confirmDeletion(terminal, deletion)
    const answer = await client.providers.delete(owner.id, offer.id)
    output.print(answer, () => answer.message)
    return 0
  },
})
