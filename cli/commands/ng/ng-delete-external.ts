import { defineCommand } from '#cli/define-command.ts'
import {
  groupArgument,
  peerArgument,
  resolveGroup,
  resolvePeer,
} from '#cli/network-groups/resolve-group.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const ngDeleteExternal = defineCommand({
  words: 'ng delete external',
  summary: 'Remove your own machine from a network group',
  arguments: [peerArgument, groupArgument],
  options: orgOption,
  examples: ['berth ng delete external laptop backend'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const group = await resolveGroup(client, context, args.group)
    const peer = resolvePeer(group, args.peer)
    await client.networkGroups.expel(group, peer)
    output.print(peer, () => `${peer.label} is no longer in ${group.label}.`)
    return 0
  },
})
