import { basename } from 'node:path'
import { createApplication, createdText } from '#cli/applications/create-application.ts'
import { chooseType } from '#cli/applications/detect-type.ts'
import { ignoreFiles } from '#cli/applications/ignored-files.ts'
import { chooseLink } from '#cli/applications/link.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { gitIn, hasCommit, isRepository } from '#cli/git/git.ts'
import { createOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { duplicateOption } from '#cli/resolve/free-name.ts'

export const init = defineCommand({
  words: 'init',
  summary: 'Make this folder ready to deploy: Git repository, .gitignore, application',
  description:
    'Detects the type from the files, makes the folder a Git repository if it is not in one, writes a .gitignore if there is none, creates an application and links the folder to it.\n' +
    'Nothing is committed or deployed, and existing files stay, so it can be run again. It prints the next steps.',
  arguments: [
    {
      name: 'name',
      summary: 'name of the application (default: the name of this folder)',
      optional: true,
    },
  ],
  options: { ...createOptions, ...duplicateOption },
  examples: ['berth init', 'berth init shop --type static --org acme'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const links = await readLinks(terminal.folder)
    const isLinked = links.apps.length > 0
    const type = isLinked
      ? undefined
      : await chooseType(terminal, output, terminal.folder, options.type)
    const session = await openSession(context)
    const git = gitIn(terminal)
    if (!(await isRepository(git))) {
      await git.ask('init', '--quiet')
      output.tell('Made this folder a Git repository.')
    }
    const ignored = type === undefined ? undefined : await ignoreFiles(terminal.folder, type)
    if (ignored) output.tell(`Wrote .gitignore: ${ignored.join(', ')}`)
    if (type !== undefined) {
      const name = args.name ?? basename(terminal.folder)
      const created = await createApplication(terminal, session, { ...options, name, type })
      output.tell(createdText(created))
    }
    const link = chooseLink(await readLinks(terminal.folder), options.alias)
    const next = [
      ...((await hasCommit(git)) ? [] : ['git add . && git commit -m "First version"']),
      'berth deploy',
      'berth open',
    ]
    output.print({ ...link, next }, () =>
      [
        `This folder is linked to ${link.name} (${link.app_id}). Next:`,
        ...next.map((command) => `  ${command}`),
      ].join('\n'),
    )
    return 0
  },
})
