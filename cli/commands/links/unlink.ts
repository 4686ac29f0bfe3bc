import { unlinkedSentence } from '#cli/addons/linked-sentence.ts'
import { chooseLink, type Links } from '#cli/applications/link.ts'
import { unlinkApplication } from '#cli/applications/link-application.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import type { ProfileChoice } from '#cli/profiles/chosen-profile.ts'
import { openSession } from '#cli/profiles/session.ts'
import { lookForAddon } from '#cli/resolve/addon.ts'
import type { Output } from '#cli/terminal/output.ts'

export const unlink = defineCommand({
  words: 'unlink',
  summary: 'Unlink this folder from an application, or its application from an add-on',
  description: 'Nothing is deleted.',
  arguments: [
    {
      name: 'alias',
      summary: 'alias of the application, or an add-on',
      optional: true,
    },
  ],
  examples: ['berth unlink', 'berth unlink production'],
  async handle(context) {
    const { terminal, output, args } = context
    const links = await readLinks(terminal.folder)
    if (args.alias !== undefined && !links.apps.some(({ alias }) => alias === args.alias)) {
      if (await unlinkAddon(context, output, links, args.alias)) return 0
    }
    const link = chooseLink(links, args.alias)
    await unlinkApplication(terminal, links, link)
    output.print(link, () => `Unlinked this folder from ${link.name} (${link.app_id}).`)
    return 0
  },
})

/** Removes the link to an add-on of this name; false if there is none. */
async function unlinkAddon(
  choice: ProfileChoice,
  output: Output,
  links: Links,
  wanted: string,
): Promise<boolean> {
  if (links.apps.length === 0) return false
  const { client } = await openSession(choice)
  const addon = lookForAddon(await client.summary.get(), wanted)
  if (!addon) return false
  const { app_id: id, org_id: ownerId, name } = chooseLink(links, undefined)
  const answer = await client.addons.unlink({ id, ownerId }, addon.id)
  output.print(answer, () => unlinkedSentence(name, 'add-on', addon.name))
  return true
}
