import { defineCommand } from '#cli/define-command.ts'
import { ownerOf } from '#cli/network-groups/resolve-group.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'

const words = {
  NetworkGroup: 'group',
  Member: 'member',
  CleverPeer: 'peer',
  ExternalPeer: 'external peer',
} as const

export const ngSearch = defineCommand({
  words: 'ng search',
  summary: 'Find network groups, members and peers by a part of their id, label or name',
  arguments: [{ name: 'text', summary: 'what to look for' }],
  options: orgOption,
  examples: ['berth ng search backend'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const owner = await ownerOf(client, context)
    const found = await client.networkGroups.search(owner.id, args.text)
    output.print(found, () =>
      found.length > 0
        ? table(found.map(({ type, id, label }) => [words[type], id, printable(label)]))
        : `Nothing of the network groups of ${owner.name} matches '${args.text}'.`,
    )
    return 0
  },
})
