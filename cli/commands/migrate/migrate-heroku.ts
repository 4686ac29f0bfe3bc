import { defineCommand } from '#cli/define-command.ts'
import { readHerokuApplication } from '#cli/migrate/heroku.ts'
import { migrationOptions, runMigration } from '#cli/migrate/run-migration.ts'

export const migrateHeroku = defineCommand({
  words: 'migrate heroku',
  summary: 'Create an application here from one of Heroku',
  description:
    'Reads its variables and domains with the program `heroku`, under the login that you have there, and changes nothing there. The Procfile of this folder gives the start command and the workers.\n' +
    'Code, add-ons and their data are not copied: the command says what is left to do.',
  arguments: [{ name: 'application', summary: 'name there' }],
  options: migrationOptions,
  examples: ['berth migrate heroku shop --dry-run', 'berth migrate heroku shop --type node'],
  async handle(context) {
    const { terminal, options, args } = context
    const source = await readHerokuApplication({
      terminal,
      application: args.application,
      withAddonVariables: options['with-addon-variables'],
    })
    return runMigration(context, source)
  },
})
