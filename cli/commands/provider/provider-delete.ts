import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { meantProvider } from '#cli/providers/meant-provider.ts'
import { confirm } from '#cli/terminal/confirm.ts'

export const providerDelete = defineCommand({
  words: 'provider delete',
  summary: 'Delete an add-on provider',
  description:
    'While there are add-ons of it they stay as they are and nobody can order more; it goes with the last of them.',
  arguments: [{ name: 'provider', summary: 'its id' }],
  options: { ...yesOption, ...orgOption },
  async handle(context) {
    const { args, options, output, terminal } = context
    const { client } = await openSession(context)
    const { owner, offer } = await meantProvider(client, args.provider, options.org)
    if (!options.yes) await confirm(terminal, `Type '${offer.id}' to delete it for good:`, offer.id)
    const answer = await client.providers.delete(owner.id, offer.id)
    output.print(answer, () => answer.message)
    return 0
  },
})
