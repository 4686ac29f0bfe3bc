import { defineCommand } from '#cli/define-command.ts'
import { groupArgument, resolveGroup } from '#cli/network-groups/resolve-group.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { confirm } from '#cli/terminal/confirm.ts'

export const ngDelete = defineCommand({
  words: 'ng delete',
  summary: 'Delete a network group; its members stay, but are disconnected at once',
  arguments: [groupArgument],
  options: { ...yesOption, ...orgOption },
  examples: ['berth ng delete backend'],
  async handle(context) {
    const { output, options, args, terminal } = context
    const { client } = await openSession(context)
    const group = await resolveGroup(client, context, args.group)
    const { id, label } = group
    if (!options.yes) await confirm(terminal, `Type '${label}' to permanently delete it:`, label)
    await client.networkGroups.delete(group)
    output.print({ id, label }, () => `Deleted the network group ${label} (${id}).`)
    return 0
  },
})
