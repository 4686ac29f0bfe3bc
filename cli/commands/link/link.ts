import { findApplication } from '#cli/applications/application.ts'
import { freeAlias } from '#cli/applications/link.ts'
import { linkApplication } from '#cli/applications/link-application.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'

export const link = defineCommand({
  words: 'link',
  summary: 'Link this folder to an application that exists already',
  description:
    'In a Git repository the remote `berth` is added too, ready for `git push berth master`.',
  arguments: [{ name: 'application', summary: 'its id or name' }],
  options: {
    ...orgOption,
    alias: {
      type: 'string',
      short: 'a',
      value: 'alias',
      summary: 'What it is called in this folder',
    },
  },
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client, profile } = await openSession(context)
    const address = findApplication(await client.summary.get(), args.application, options.org)
    const application = await client.applications.get(address)
    const links = await readLinks(terminal.folder)
    const alias = freeAlias(links, options.alias, application.name, application.id)
    const linked = await linkApplication(terminal, profile, links, application, alias)
    output.print(linked.link, () =>
      [
        `Linked this folder to ${application.name} (${application.id}).`,
        ...(linked.push ? [`Deploy it with \`${linked.push}\` or \`berth deploy\`.`] : []),
      ].join('\n'),
    )
    return 0
  },
})
