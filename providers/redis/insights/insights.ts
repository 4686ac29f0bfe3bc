import {
  type ConnectionInsight,
  maxConnectionsTold,
  type TableInsight,
} from '#protocol/databases/insights.ts'
import type { InsightHooks } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import type { Plan } from '#providers/redis/plans.ts'
import type { Server } from '#providers/redis/server.ts'
import { administrator } from '#providers/redis/settings.ts'
import { usageOf } from '#providers/redis/usage.ts'
import { readSlowCommands } from './slow-commands.ts'

/** What the server of a resource is doing now. */
export const redisInsights = (at: {
  serverOf(resource: Resource): Promise<Server>
  planOf(resource: Resource): Plan
}): InsightHooks => ({
  async read(resource) {
    const server = await at.serverOf(resource)
    const about = await server.ask('INFO', 'server')
    return {
      version: lineOf(about, 'redis_version'),
      uptimeSeconds: Number(lineOf(about, 'uptime_in_seconds')),
      usage: await usageOf(server, at.planOf(resource)),
      connections: (await readClients(server)).slice(0, maxConnectionsTold).map(connectionOf),
      tables: databasesIn(await server.ask('INFO', 'keyspace')),
      statements: await readSlowCommands(server),
    }
  },
  async resetStatements(resource) {
    await (await at.serverOf(resource)).ask('SLOWLOG', 'RESET')
  },
  async endConnection(resource, connectionId) {
    const server = await at.serverOf(resource)
    if (!(await readClients(server)).some(({ id }) => id === connectionId)) return false
    return (await server.ask('CLIENT', 'KILL', 'ID', connectionId)).trim() === '1'
  },
})

const lineOf = (info: string, name: string): string =>
  new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? ''

type Client = Readonly<Record<string, string>>

/** Those of the customer. A name has no spaces, which the server refuses in it. */
async function readClients(server: Server): Promise<Client[]> {
  const lines = (await server.ask('CLIENT', 'LIST')).split('\n').filter(Boolean)
  return lines
    .map((line) =>
      Object.fromEntries(
        line.split(' ').map((pair) => {
          const at = pair.indexOf('=')
          return [pair.slice(0, at), pair.slice(at + 1)]
        }),
      ),
    )
    .filter(({ user }) => user !== administrator)
}

function connectionOf({
  id = '',
  name = '',
  addr = '',
  idle,
  cmd = '',
}: Client): ConnectionInsight {
  const seconds = Number(idle)
  return {
    id,
    application: name,
    address: addr.replace(/:\d+$/, ''),
    state: seconds > 0 ? `idle after ${cmd}` : cmd,
    seconds,
  }
}

/** `db0:keys=2,expires=0,avg_ttl=0`: keys of each database, of which there are 16. */
const databasesIn = (info: string): TableInsight[] =>
  [...info.matchAll(/^(db\d+):keys=(\d+)/gm)].map(([, name = '', keys]) => ({
    name,
    bytes: undefined,
    rows: Number(keys),
  }))
