import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Target } from '#bench/support/cost.ts'
import { type Bench, type Figure, quietest } from '#bench/support/figure.ts'
import { sendLoad } from '#bench/support/load.ts'
import { cpuSeconds } from '#bench/support/process-usage.ts'
import { authorizationOf, requestText } from '#bench/support/signing.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'

const rounds = 20
const warmUps = 2
const requests = 400
/** To each server: fewer would let it do less at a time, which costs more. */
const connections = 8
const path = '/v2/self'

/**
 * Signed API calls of two servers on one PostgreSQL database, compared with one. A server is one busy thread, so that
 * two of them answer twice as many calls wherever there are cores for them, divided by what a call costs more. That is
 * measured, because it holds on a machine with fewer cores too; the calls per second are those of this machine.
 */
export default {
  name: 'two-servers',
  async run({ count = rounds }) {
    await using database = await openPostgresqlServer()
    const store = { BERTH_STORE: (await database.createDatabase()).href, BERTH_API_RATE: '9000000' }
    await using one = await TestBerth.start(store)
    await using other = await TestBerth.start(store, (data) => copyKeys(one, data))
    const servers = [targetOf(one), targetOf(other)]
    const alone: Measured[] = []
    const together: Measured[] = []
    for (let round = -warmUps; round < count; round += 1) {
      const first = await measure(database, servers.slice(0, 1))
      const both = await measure(database, servers)
      if (round < 0) continue
      alone.push(first)
      together.push(both)
    }
    return figuresOf(summaryOf(alone), summaryOf(together))
  },
} satisfies Bench

type ApiTarget = Target & { next: () => string }

/** CPU microseconds of a call, in the servers and in PostgreSQL, and calls per second. */
interface Measured {
  server: number
  database: number
  rate: number
}

async function copyKeys(from: TestBerth, data: string): Promise<void> {
  await mkdir(data, { recursive: true })
  for (const name of ['secret.key', 'admin.json']) {
    await copyFile(join(from.data, name), join(data, name))
  }
}

function targetOf({ addresses, admin, pid }: TestBerth): ApiTarget {
  const url = new URL(path, addresses.api)
  const next = () => requestText(url, { Authorization: authorizationOf('HMAC-SHA512', admin, url) })
  return { port: Number(url.port), pid, next }
}

/** Sends the same number of calls, divided among these servers. */
async function measure(database: PostgresqlServer, servers: ApiTarget[]): Promise<Measured> {
  const share = requests / servers.length
  const loads = servers.map(({ port, next }) => {
    const texts = Array.from({ length: share }, next)
    const nextRequest = () => texts.pop() ?? ''
    const load = { port, requests: share, connections, nextRequest }
    return () => sendLoad(load)
  })
  const usedByServers = () => servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
  const [serversBefore, databaseBefore] = [usedByServers(), await usedBy(database)]
  const begin = performance.now()
  await Promise.all(loads.map((send) => send()))
  const seconds = (performance.now() - begin) / 1000
  return {
    server: ((usedByServers() - serversBefore) / requests) * 1e6,
    database: (((await usedBy(database)) - databaseBefore) / requests) * 1e6,
    rate: requests / seconds,
  }
}

/** CPU seconds of all processes of PostgreSQL but that of the question. */
async function usedBy(database: PostgresqlServer): Promise<number> {
  const others = 'select pid from pg_stat_activity where pid <> pg_backend_pid()'
  const rows = await database.run('postgres', others)
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(Number(pid)), 0)
}

const summaryOf = (all: Measured[]): Measured => ({
  server: quietest(all.map(({ server }) => server)),
  database: quietest(all.map(({ database }) => database)),
  rate: -quietest(all.map(({ rate }) => -rate)),
})

/** Twice the calls at the same cost would be 2; 1.6 times as many are wanted, so that a call may cost 1.25 times as much. */
const maxCost = 2 / 1.6

function figuresOf(alone: Measured, together: Measured): Figure[] {
  return [
    {
      name: `signed GET ${path}, two servers, CPU of a server`,
      value: together.server,
      unit: 'µs',
      reference: 'one server',
      referenceValue: alone.server,
      ratio: together.server / alone.server,
      budget: maxCost,
    },
    {
      name: `signed GET ${path}, two servers, CPU of PostgreSQL`,
      value: together.database,
      unit: 'µs',
      reference: 'a server',
      referenceValue: together.server,
      ratio: together.database / together.server,
    },
    {
      name: `signed GET ${path}, two servers, this machine`,
      value: together.rate,
      unit: '/s',
      reference: 'one server',
      referenceValue: alone.rate,
      ratio: together.rate / alone.rate,
    },
  ]
}
