import { defineCommand } from '#cli/define-command.ts'
import { peerTable } from '#cli/network-groups/group-text.ts'
import { groupArgument, resolveGroup } from '#cli/network-groups/resolve-group.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const ngGetPeers = defineCommand({
  words: 'ng get-peers',
  summary: 'List the peers of a network group: instances of applications, and your own machines',
  arguments: [groupArgument],
  options: orgOption,
  examples: ['berth ng get-peers backend'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const { peers, label } = await resolveGroup(client, context, args.group)
    output.print(peers, () => (peers.length > 0 ? peerTable(peers) : `${label} has no peers yet.`))
    return 0
  },
})
