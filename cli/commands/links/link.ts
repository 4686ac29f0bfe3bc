import { linkedSentence } from '#cli/addons/linked-sentence.ts'
import { refuseShadowing, shadowOption } from '#cli/addons/refuse-shadowing.ts'
import { chooseLink, freeAlias } from '#cli/applications/link.ts'
import { linkApplication } from '#cli/applications/link-application.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession, type Session } from '#cli/profiles/session.ts'
import { lookForAddon, type NamedAddon } from '#cli/resolve/addon.ts'
import { findApplication, hasApplication } from '#cli/resolve/application.ts'
import type { Output } from '#cli/terminal/output.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

export const link = defineCommand({
  words: 'link',
  summary: 'Link this folder to an application, or its application to an add-on',
  description:
    'In a Git repository, also adds the remote `berth` for `git push berth master`. If the name is that of an add-on, links it to the application of this folder, like `berth service link-addon`.',
  arguments: [{ name: 'application', summary: 'id or name of an application or an add-on' }],
  options: {
    ...orgOption,
    alias: {
      type: 'string',
      short: 'a',
      value: 'alias',
      summary: 'Alias of the application in this folder',
    },
    ...shadowOption,
  },
  examples: ['berth link web --org acme', 'berth link web --alias production'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const session = await openSession(context)
    const { client, profile } = session
    const summary = await client.summary.get()
    if (!hasApplication(summary, args.application)) {
      const addon = lookForAddon(summary, args.application, options.org)
      if (addon) return linkFolderTo(addon, session, { terminal, output, options })
    }
    const address = findApplication(summary, args.application, options.org)
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

interface LinkContext {
  terminal: Terminal
  output: Output
  options: { alias: string | undefined; 'allow-duplicate': boolean }
}

async function linkFolderTo(
  addon: NamedAddon,
  { client }: Session,
  { terminal, output, options }: LinkContext,
): Promise<number> {
  const {
    app_id: id,
    org_id: ownerId,
    name,
  } = chooseLink(await readLinks(terminal.folder), options.alias)
  await refuseShadowing(client, { id, ownerId, name }, addon, options)
  const answer = await client.addons.link({ id, ownerId }, addon.id)
  output.print(answer, () => linkedSentence(name, 'add-on', addon.name))
  return 0
}
