import { defineCommand } from '#cli/define-command.ts'
import {
  groupArgument,
  peerArgument,
  resolveGroup,
  resolvePeer,
} from '#cli/network-groups/resolve-group.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const ngGetConfig = defineCommand({
  words: 'ng get-config',
  summary: 'Print the WireGuard configuration of your own machine',
  description: 'Put its private key in place of <%PrivateKey%>; the platform does not know it.',
  arguments: [peerArgument, groupArgument],
  options: orgOption,
  examples: ['berth ng get-config laptop backend'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const group = await resolveGroup(client, context, args.group)
    const found = await client.networkGroups.configuration(group, resolvePeer(group, args.peer).id)
    output.print(found, () => found.conf.trimEnd())
    return 0
  },
})
