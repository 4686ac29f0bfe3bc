import { basename } from 'node:path'
import { createApplication, createdText } from '#cli/applications/create-application.ts'
import { chooseType } from '#cli/applications/detect-type.ts'
import { defineCommand } from '#cli/define-command.ts'
import { createOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { duplicateOption } from '#cli/resolve/free-name.ts'

export const create = defineCommand({
  words: 'create',
  summary: 'Create an application and link this folder to it',
  description:
    'In a Git repository, also adds the remote `berth` for `git push berth master`.\n' +
    'Without --org the application belongs to your default organisation (`berth organisations use`), or to your only one.',
  arguments: [{ name: 'name', summary: 'name (default: the name of this folder)', optional: true }],
  options: {
    ...createOptions,
    task: {
      type: 'string',
      value: 'command',
      summary: 'Run this command once per deployment instead of serving requests',
    },
    ...duplicateOption,
  },
  examples: [
    'berth create',
    'berth create --type node hello --region par --org acme',
    'berth create --type node nightly --task "node clean.js"',
  ],
  async handle(context) {
    const { terminal, output, options, args } = context
    const type = await chooseType(terminal, output, terminal.folder, options.type)
    const session = await openSession(context)
    const created = await createApplication(terminal, session, {
      ...options,
      name: args.name ?? basename(terminal.folder),
      type,
    })
    const { application, push } = created
    output.print(application, () =>
      [
        createdText(created),
        push
          ? `Deploy it with \`${push}\` or \`berth deploy\`.`
          : 'Deploy it with `berth deploy` once this folder is a Git repository with a commit.',
      ].join('\n'),
    )
    return 0
  },
})
