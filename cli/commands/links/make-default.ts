import { chooseLink } from '#cli/applications/link.ts'
import { makeDefault, readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'

export const makeDefaultCommand = defineCommand({
  words: 'make-default',
  summary: 'Choose the application for commands when several are linked to this folder',
  description: '--alias and --app still name another one.',
  arguments: [{ name: 'alias', summary: 'alias of the application in this folder' }],
  examples: ['berth make-default production'],
  async handle({ terminal, output, args }) {
    const links = await readLinks(terminal.folder)
    const link = chooseLink(links, args.alias)
    await makeDefault(links, link)
    output.print(
      link,
      () =>
        `Commands in this folder are now about ${link.name} (${link.app_id}), unless you pass --alias or --app.`,
    )
    return 0
  },
})
