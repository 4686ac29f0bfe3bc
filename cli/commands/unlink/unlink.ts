import { chooseLink } from '#cli/applications/link.ts'
import { unlinkApplication } from '#cli/applications/link-application.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'

export const unlink = defineCommand({
  words: 'unlink',
  summary: 'Take the link of this folder to an application away; the application stays',
  arguments: [{ name: 'alias', summary: 'which, where there are several', optional: true }],
  async handle({ terminal, output, args }) {
    const links = await readLinks(terminal.folder)
    const link = chooseLink(links, args.alias)
    await unlinkApplication(terminal, links, link)
    output.print(link, () => `This folder is no longer linked to ${link.name} (${link.app_id}).`)
    return 0
  },
})
