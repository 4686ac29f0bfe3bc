import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveConsumer } from '#cli/resolve/consumer.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { confirmDeletion, deletionText } from '#cli/terminal/confirm-deletion.ts'

export const oauthConsumersDelete = defineCommand({
  words: 'oauth-consumers delete',
  summary: 'Delete an OAuth consumer and revoke the access users gave it',
  arguments: [{ name: 'consumer', summary: 'consumer key or name' }],
  options: { ...yesOption, ...orgOption },
  examples: ['berth oauth-consumers delete Dashboard'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const { ownerId, key } = await resolveConsumer(client, args.consumer, options.org)
    const { name } = await client.consumers.get(ownerId, key)
    const owner = chooseOwner(await client.summary.get(), ownerId)
    const deletion = { kind: 'OAuth consumer', name, id: key, owner: owner.name }
    if (!options.yes) await confirmDeletion(terminal, deletion)
    const answer = await client.consumers.delete(ownerId, key)
    output.print(answer, () => `Deleted the ${deletionText(deletion)}.`)
    return 0
  },
})
