import {
  type ConnectionInsight,
  maxConnectionsTold,
  maxTablesTold,
  type TableInsight,
} from '#protocol/databases/insights.ts'
import type { InsightHooks } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { rowsOf } from '#providers/kit/servers/rows.ts'
import { namesOf } from '#providers/mariadb/database.ts'
import type { Plan } from '#providers/mariadb/plans.ts'
import type { Server } from '#providers/mariadb/server/server.ts'
import { usageOf } from '#providers/mariadb/sizes/usage.ts'
import { countStatements, jsonRows } from './statements.ts'

/** What the database of a resource is doing now. */
export function mariadbInsights(at: {
  serverOf(resource: Resource): Promise<Server>
  planOf(resource: Resource): Plan
}): InsightHooks {
  const statements = countStatements()
  return {
    async read(resource) {
      const { id } = resource
      const server = await at.serverOf(resource)
      const [[, uptime] = []] = rowsOf(await server.run(`show global status like 'uptime';`))
      return {
        version: server.version,
        uptimeSeconds: Number(uptime),
        usage: await usageOf(server, id, at.planOf(resource)),
        connections: await readConnections(server, id),
        tables: await readTables(server, id),
        statements: await statements.read(server, id),
      }
    },
    resetStatements: async (resource) => statements.reset(await at.serverOf(resource), resource.id),
    async endConnection(resource, connectionId) {
      if (!/^\d{1,18}$/.test(connectionId)) return false
      const server = await at.serverOf(resource)
      const ended = await server.run(`
set @statement = (
  select concat('kill ', id) from information_schema.processlist
  where id = ${connectionId} and user = '${namesOf(resource.id).user}'
);
execute immediate coalesce(@statement, 'do 0');
select @statement is not null;
`)
      return ended.trim() === '1'
    },
  }
}

async function readConnections(server: Server, id: string): Promise<ConnectionInsight[]> {
  return jsonRows(
    await server.run(`
select json_object(
  'id', concat(id), 'application', '', 'address', substring_index(host, ':', 1),
  'state', if(command = 'Sleep', 'idle', lower(concat_ws(': ', command, nullif(state, '')))), 'seconds', time
) from information_schema.processlist where user = '${namesOf(id).user}' order by id limit ${maxConnectionsTold};
`),
  )
}

async function readTables(server: Server, id: string): Promise<TableInsight[]> {
  return jsonRows(
    await server.run(`
select json_object('name', table_name, 'bytes', data_length + index_length, 'rows', table_rows)
from information_schema.tables where table_schema = '${namesOf(id).name}' and table_type = 'BASE TABLE'
order by data_length + index_length desc, table_name limit ${maxTablesTold};
`),
  )
}
