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

export const ngUnlink = defineCommand({
  words: 'ng unlink',
  summary: 'Unlink a member from a network group',
  arguments: [memberArgument, groupArgument],
  options: orgOption,
  examples: ['berth ng unlink api backend'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const group = await resolveGroup(client, context, args.group)
    const wanted = memberIdOf(await ownerOf(client, context), args.member)
    // An add-on may have been linked by either of its ids, and an external member is known by its label.
    const member = group.members.find(
      ({ id, label }) => [wanted, args.member].includes(id) || label === args.member,
    )
    const id = member?.id ?? wanted
    await client.networkGroups.unlink(group, id)
    output.print({ groupId: group.id, id }, () => `Unlinked ${args.member} from ${group.label}.`)
    return 0
  },
})
