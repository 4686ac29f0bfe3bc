import { chooseType } from '#cli/applications/detect-type.ts'
import type { Context } from '#cli/define-command.ts'
import { createOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { duplicateOption } from '#cli/resolve/free-name.ts'
import { migrate, planMigration } from './migration.ts'
import { migrationText } from './migration-text.ts'
import type { SourceApplication } from './source-application.ts'

/** Options of the commands that bring an application from another platform. */
export const migrationOptions = {
  name: {
    type: 'string',
    value: 'name',
    summary: 'Name here (default: the one that it has there)',
  },
  'dry-run': { type: 'boolean', summary: 'Print what would be created, and create nothing' },
  'show-values': {
    type: 'boolean',
    summary: 'Also print the values of variables, which may be secret',
  },
  'with-addon-variables': {
    type: 'boolean',
    summary: 'Also take the variables that add-ons set, to go on using those add-ons from here',
  },
  ...createOptions,
  ...duplicateOption,
} as const

type MigrationContext = Pick<Context<typeof migrationOptions>, 'terminal' | 'output' | 'options'>

/** Plans or performs the migration of an application that was read, and prints it. */
export async function runMigration(
  context: MigrationContext,
  source: SourceApplication,
): Promise<number> {
  const { terminal, output, options } = context
  const type = await chooseType(terminal, output, terminal.folder, options.type ?? source.type)
  const request = { ...options, type, name: options.name ?? source.name }
  const migration = options['dry-run']
    ? planMigration(source, request)
    : await migrate(terminal, await openSession(context), source, request)
  output.print(migration, () => migrationText(migration))
  return 0
}
