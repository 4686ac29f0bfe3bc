import { defineCommand } from '#cli/define-command.ts'
import { readCleverApplication } from '#cli/migrate/clever.ts'
import { migrationOptions, runMigration } from '#cli/migrate/run-migration.ts'

export const migrateClever = defineCommand({
  words: 'migrate clever',
  summary: 'Create an application here from one of Clever Cloud',
  description:
    'Reads its type, variables and domains with the program `clever` of clever-tools, under the login that you have there, and changes nothing there.\n' +
    'Code, add-ons and their data are not copied: the command says what is left to do.',
  arguments: [
    {
      name: 'application',
      summary: 'name or id there (default: the one in .clever.json)',
      optional: true,
    },
  ],
  options: migrationOptions,
  examples: ['berth migrate clever --dry-run', 'berth migrate clever shop --name shop --org acme'],
  async handle(context) {
    const { terminal, options, args } = context
    const source = await readCleverApplication({
      terminal,
      application: args.application,
      withAddonVariables: options['with-addon-variables'],
    })
    return runMigration(context, source)
  },
})
