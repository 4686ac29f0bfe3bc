import { defineCommand } from '#cli/define-command.ts'
import { groupText } from '#cli/network-groups/group-text.ts'
import { groupArgument, resolveGroup } from '#cli/network-groups/resolve-group.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const ngGet = defineCommand({
  words: 'ng get',
  summary: 'Show a network group: its subnet, its members and their names',
  arguments: [groupArgument],
  options: orgOption,
  examples: ['berth ng get backend'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const group = await resolveGroup(client, context, args.group)
    output.print(group, () => groupText(group))
    return 0
  },
})
