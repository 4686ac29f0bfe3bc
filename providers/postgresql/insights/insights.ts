import {
  type ConnectionInsight,
  maxConnectionsTold,
  maxTablesTold,
  type TableInsight,
} from '#protocol/databases/insights.ts'
import type { InsightHooks } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { jsonRowsOf } from '#providers/kit/servers/rows.ts'
import { namesOf } from '#providers/postgresql/database.ts'
import type { Plan } from '#providers/postgresql/plans.ts'
import type { Server } from '#providers/postgresql/server/server.ts'
import { usageOf } from '#providers/postgresql/sizes/usage.ts'
import { readStatements, resetStatements } from './statements.ts'

/** What the database of a resource is doing now. */
export const postgresqlInsights = (at: {
  serverOf(resource: Resource): Promise<Server>
  planOf(slug: string): Plan
  onProblem(problem: unknown): void
}): InsightHooks => ({
  async read(resource) {
    const { id, plan } = resource
    const server = await at.serverOf(resource)
    const [uptime, usage, connections, tables, statements] = await Promise.all([
      server.run('select extract(epoch from now() - pg_postmaster_start_time())::bigint;'),
      usageOf(server, id, at.planOf(plan)),
      readConnections(server, id),
      // Closed databases let nobody in, and a table may be locked.
      readTables(server, resource).catch(at.onProblem),
      readStatements(server, id),
    ])
    return {
      version: server.version,
      uptimeSeconds: Number(uptime),
      usage,
      connections,
      tables: tables ?? undefined,
      statements,
    }
  },
  resetStatements: async (resource) => resetStatements(await at.serverOf(resource), resource.id),
  async endConnection(resource, connectionId) {
    const pid = Number(connectionId)
    if (!Number.isSafeInteger(pid)) return false
    const server = await at.serverOf(resource)
    const ended = await server.run(`
select pg_terminate_backend(pid) from pg_stat_activity
where pid = ${pid} and usename = '${namesOf(resource.id).user}';
`)
    return ended.trim() === 't'
  },
})

async function readConnections(server: Server, id: string): Promise<ConnectionInsight[]> {
  return jsonRowsOf(
    await server.run(`
select jsonb_build_object(
  'id', pid::text, 'application', coalesce(application_name, ''), 'address', coalesce(host(client_addr), ''),
  'state', coalesce(state, ''),
  'seconds', greatest(0, extract(epoch from now() - coalesce(state_change, backend_start)))::bigint
) from pg_stat_activity
where usename = '${namesOf(id).user}' and backend_type = 'client backend'
order by backend_start limit ${maxConnectionsTold};
`),
  )
}

/** As the customer's own user: an administrator has no business in a database full of other people's functions. */
async function readTables(
  server: Server,
  { id, config }: Resource,
): Promise<TableInsight[] | undefined> {
  const { name, user } = namesOf(id)
  const login = { database: name, user, password: config.POSTGRESQL_ADDON_PASSWORD ?? '' }
  return jsonRowsOf(await server.ask(login, tablesQuery))
}

const tablesQuery = `
select jsonb_build_object(
  'name', case nspname when 'public' then relname::text else nspname || '.' || relname end,
  'bytes', bytes, 'rows', case when rows >= 0 then rows end
) from (
  select nspname, relname, pg_total_relation_size(c.oid) as bytes, reltuples::bigint as rows
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind in ('r', 'm') and nspname not like 'pg\\_%' and nspname <> 'information_schema'
) tables order by bytes desc, relname limit ${maxTablesTold};
`
