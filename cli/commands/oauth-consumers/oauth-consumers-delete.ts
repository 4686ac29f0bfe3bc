import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveConsumer } from '#cli/resolve/consumer.ts'
import { confirm } from '#cli/terminal/confirm.ts'

export const oauthConsumersDelete = defineCommand({
  words: 'oauth-consumers delete',
  summary: 'Delete an OAuth consumer and revoke the access users gave it',
  arguments: [{ name: 'consumer', summary: 'consumer key or name' }],
  options: {
    yes: { type: 'boolean', short: 'y', summary: 'Do not ask for confirmation' },
    ...orgOption,
  },
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const { ownerId, key } = await resolveConsumer(client, args.consumer, options.org)
    const { name } = await client.consumers.get(ownerId, key)
    if (!options.yes) await confirm(terminal, `Type '${name}' to permanently delete it:`, name)
    const answer = await client.consumers.delete(ownerId, key)
    output.print(answer, () => `Deleted the OAuth consumer ${name} (${key}).`)
    return 0
  },
})
