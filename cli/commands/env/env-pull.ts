import { lstat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from '#cli/define-command.ts'
import { gitIn, isRepository } from '#cli/git/git.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { replaceFile } from '#cli/replace-file.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import {
  type VariableSource,
  variableSources,
  withoutOverridden,
} from '#cli/variables/effective-variables.ts'
import { countText } from '#cli/variables/variable-changes.ts'
import { formatVariable } from '#kit/text/variable-text.ts'

export const envPull = defineCommand({
  words: 'env pull',
  summary: 'Write the variables of an application to a .env file',
  description:
    'Writes what the application sees, its own variables and those of linked applications and add-ons, in a file that only you can read. In a Git repository, warns if the file is not ignored.',
  arguments: [
    { name: 'file', summary: 'the file (default: .env)', completes: 'files', optional: true },
  ],
  options: {
    own: {
      type: 'boolean',
      summary: 'Only what is set on the application itself, as `berth env import` reads it back',
    },
    force: { type: 'boolean', short: 'f', summary: 'Replace an existing file' },
    ...applicationOptions,
  },
  examples: ['berth env pull', 'berth env pull .env.local --own --force'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const name = args.file ?? '.env'
    const file = resolve(terminal.folder, name)
    const found = await lstat(file).catch(() => undefined)
    if (found && !found.isFile()) throw new Refusal(`'${name}' is not a file.`)
    if (found && !options.force)
      throw new Refusal(`'${name}' exists.`, 'Pass --force to replace it.')
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const all = withoutOverridden(await variableSources(client, application))
    const sources = options.own ? all.slice(0, 1) : all
    const filled = sources.filter(({ variables }) => variables.length > 0)
    await replaceFile(file, filled.map(sectionText).join('\n'))
    const count = filled.reduce((sum, { variables }) => sum + variables.length, 0)
    const isExposed = await isCommittable(terminal, name)
    output.print({ file, count, isIgnored: !isExposed }, () =>
      [
        `Wrote ${countText(count)} of ${printable(application.name)} to ${name}.`,
        ...(isExposed
          ? [`Git does not ignore ${name}: add it to .gitignore, so that no secret is committed.`]
          : []),
      ].join('\n'),
    )
    return 0
  },
})

const sectionText = ({ from, variables }: VariableSource) =>
  [...(from === undefined ? [] : [`# From ${printable(from)}`]), ...variables.map(formatVariable)]
    .map((line) => `${line}\n`)
    .join('')

/** Whether a `git add` of the folder would take the file. */
async function isCommittable(terminal: Terminal, name: string): Promise<boolean> {
  const git = gitIn(terminal)
  return (
    (await isRepository(git)) && (await git.attempt('check-ignore', '-q', '--', name)).code === 1
  )
}
