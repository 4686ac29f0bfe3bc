import { defineCommand } from '#cli/define-command.ts'
import {
  groupArgument,
  memberArgument,
  memberIdOf,
  ownerOf,
  resolveGroup,
} from '#cli/network-groups/resolve-group.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const ngLink = defineCommand({
  words: 'ng link',
  summary: 'Link an application or add-on to a network group; running instances join at once',
  arguments: [memberArgument, groupArgument],
  options: orgOption,
  examples: ['berth ng link api backend', 'berth ng link app_… ng_…'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const group = await resolveGroup(client, context, args.group)
    const id = memberIdOf(await ownerOf(client, context), args.member)
    await client.networkGroups.link(group, { id })
    const name = `${id}.m.${group.id}`
    output.print(
      { groupId: group.id, id },
      () =>
        `Linked ${args.member} to ${group.label}. See \`berth ng get ${group.label}\` for its name (${name}.…).`,
    )
    return 0
  },
})
