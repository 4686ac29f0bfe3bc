import { defineCommand } from '#cli/define-command.ts'
import { memberIdOf, ownerOf } from '#cli/network-groups/resolve-group.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

const listed = (text: string | undefined) =>
  text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const ngCreate = defineCommand({
  words: 'ng create',
  summary: 'Create a network group',
  description:
    'Its members reach each other by name, <member>.m.<group>.ng.internal unless the operator has chosen another domain, and nobody else can reach them there.',
  arguments: [{ name: 'label', summary: 'label of the group' }],
  options: {
    link: {
      type: 'string',
      value: 'members',
      summary: 'Ids or names of applications and add-ons to link, separated by commas',
    },
    description: { type: 'string', value: 'text', summary: 'Description' },
    tags: { type: 'string', value: 'tags', summary: 'Tags, separated by commas' },
    ...orgOption,
  },
  examples: ['berth ng create backend', 'berth ng create backend --link api,worker,db'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const owner = await ownerOf(client, context)
    const members = listed(options.link)?.map((wanted) => ({ id: memberIdOf(owner, wanted) }))
    const group = await client.networkGroups.create(owner.id, {
      label: args.label,
      description: options.description,
      tags: listed(options.tags),
      members,
    })
    output.print(
      group,
      () => `Created the network group ${group.label} (${group.id}) of ${owner.name}.`,
    )
    return 0
  },
})
