import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { type Bench, type Figure, median } from '#bench/support/figure.ts'
import { type Quantities, seededApplication, seedFolder } from '#bench/support/seed.ts'
import { authorizationOf } from '#bench/support/signing.ts'
import { type StartedPlatform, startPlatform } from '#bench/support/started.ts'
import { connectForCopy } from '#stores/postgresql/connect-for-copy.ts'
import { copyFromSqlite } from '#stores/postgresql/copy-from-sqlite.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { openStore } from '#wiring/store.ts'

const rounds = 3
const pages = 30
const applications = 1000
const organisations = 100
/** Of the small store that the pages are compared with: as many for each organisation. */
const fewOrganisations = 1
const fewApplications = applications / (organisations / fewOrganisations)

/**
 * Start-up, and time of pages of lists, with many applications and deployments in PostgreSQL. The count is the number of
 * deployments. Pages are compared with those of a store that has one organisation with as many of both as each has here.
 */
export default {
  name: 'large-database',
  async run({ count: deployments = 100_000 }) {
    const deploymentsEach = Math.ceil(deployments / applications)
    await using database = await openPostgresqlServer()
    await using large = await startOn(database, { organisations, applications, deploymentsEach })
    const few = { organisations: fewOrganisations, applications: fewApplications, deploymentsEach }
    await using small = await startOn(database, few)
    const starts: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      starts[0].push(await large.restart())
      starts[1].push(await small.restart())
    }
    const what = `${applications} applications, ${applications * deploymentsEach} deployments`
    const figures: Figure[] = [
      {
        name: `PostgreSQL, start, ${what}`,
        value: median(starts[0]),
        unit: 'ms',
        budget: 1500,
      },
      { name: 'PostgreSQL, start, small store', value: median(starts[1]), unit: 'ms' },
    ]
    const owner = 'orga_00000000-0000-4000-8000-000000000000'
    const list = `/v2/organisations/${owner}/applications`
    const deploymentsPath = `${list}/${seededApplication(0)}/deployments?limit=20`
    for (const [name, path] of [
      ['applications of an organisation', list],
      ['first page of deployments', deploymentsPath],
      ['last page of deployments', `${deploymentsPath}&offset=${deploymentsEach - 20}`],
    ] as const) {
      const [value, referenceValue] = await comparePages([large, small], path)
      figures.push({
        name: `PostgreSQL, ${name}, ${deployments} in all`,
        value,
        unit: 'ms',
        reference: 'small store',
        referenceValue,
        ratio: value / referenceValue,
        budget: 1.3,
      })
    }
    return figures
  },
} satisfies Bench

/** A platform whose facts were seeded in SQLite and copied, as an operator copies them. */
async function startOn(
  database: PostgresqlServer,
  quantities: Quantities,
): Promise<StartedPlatform> {
  const url = await database.createDatabase()
  return startPlatform(
    async (data) => {
      const folder = await seedFolder(data, quantities)
      await (await openStore(folder, url)).close()
      const source = new DatabaseSync(folder.path('berth.sqlite'), { readOnly: true })
      const target = await connectForCopy(url)
      await copyFromSqlite(source, target, () => {})
      // Repositories of seeded applications are empty, so that they would never settle: each start would ask Git for all.
      const serverId = await readFile(folder.path('server-id'), 'utf8')
      const settle = 'insert into homes ("name", "serverId") select "id", $1 from applications'
      await target.query(settle, [serverId])
      await target.query('analyze')
      await target.end()
      source.close()
    },
    { BERTH_STORE: url.href },
  )
}

/** Median milliseconds of a page of both, in turns. */
async function comparePages(
  platforms: readonly [StartedPlatform, StartedPlatform],
  path: string,
): Promise<[number, number]> {
  const spent: [number[], number[]] = [[], []]
  for (let page = 0; page < pages; page += 1) {
    for (const [at, { port, admin }] of platforms.entries()) {
      const url = new URL(path, `http://127.0.0.1:${port}`)
      const authorization = authorizationOf('HMAC-SHA512', admin, url)
      const begin = performance.now()
      const answer = await fetch(url, { headers: { authorization } })
      await answer.text()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      spent[at]?.push(performance.now() - begin)
    }
  }
  return [median(spent[0]), median(spent[1])]
}
