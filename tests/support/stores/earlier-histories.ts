import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, migrations } from '#stores/migrations/migrations.ts'

const folder = join(import.meta.dirname, 'earlier-migrations')

/** Histories that databases may have run, one for each form that a migration has had, from before migrations were fixed by their hashes. */
export const earlierHistories: readonly { what: string; history: readonly Migration[] }[] = [
  ...readdirSync(folder).flatMap((file) => {
    const [name = '', commit] = file.replace('.sql', '').split('@')
    const then = {
      name,
      compatibleWith: null,
      statements: async () => statementsIn(join(folder, file)),
    }
    const before = migrations.filter((migration) => migration.name < name)
    const later = migrations.filter((each) => each.name > name && each.name < '0027')
    const stopped = { what: `${name} of ${commit}`, history: [...before, then] }
    const went = {
      what: `${name} of ${commit}, and those after it`,
      history: [...before, then, ...later],
    }
    // What came after the first form of 0021 could not run without its tables.
    return name.startsWith('0021') ? [stopped] : [stopped, went]
  }),
  {
    what: 'a number that another migration has now',
    history: migrations
      .filter(({ name }) => name < '0007' || name === '0008-deployment-instances')
      .map((each) => ({ ...each, name: each.name.replace('0008', '0007') })),
  },
]

const statementsIn = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split(/;\s*\n/)
    .filter((statement) => statement.trim() !== '')
