import { defineCommand } from '#cli/define-command.ts'
import { ownerOf } from '#cli/network-groups/resolve-group.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'

export const ng = defineCommand({
  words: 'ng',
  summary: 'List network groups: private networks of applications, add-ons and your own machines',
  options: orgOption,
  examples: ['berth ng', 'berth ng --org shop --format json'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const groups = await client.networkGroups.list((await ownerOf(client, context)).id)
    output.print(groups, () =>
      groups.length > 0
        ? table(
            groups.map(({ id, label, networkIp, members, peers }) => [
              ...[id, printable(label), networkIp],
              ...[counted(members.length, 'member'), counted(peers.length, 'peer')],
            ]),
          )
        : 'No network groups. Create one with `berth ng create <label>`.',
    )
    return 0
  },
})

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
