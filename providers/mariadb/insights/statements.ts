import { maxStatementsTold, type StatementInsight } from '#protocol/databases/insights.ts'
import { jsonRowsOf } from '#providers/kit/servers/rows.ts'
import { namesOf } from '#providers/mariadb/database.ts'
import { maxDigests } from '#providers/mariadb/server/performance-settings.ts'
import type { Server } from '#providers/mariadb/server/server.ts'

const digests = 'performance_schema.events_statements_summary_by_digest'

/** Rows that the client has printed as JSON; it doubles each backslash. */
export const jsonRows = <Row>(printed: string): Row[] =>
  jsonRowsOf(printed.replaceAll('\\\\', '\\'))

interface Counted {
  digest: string
  text: string
  calls: number
  /** In milliseconds. */
  total: number
}

/**
 * Statements of databases since each was reset. The server counts for all customers together and can only forget all,
 * so a reset notes the counters, and later ones are told without them; a restart of this process forgets the notes.
 */
export interface Statements {
  read(server: Server, id: string): Promise<StatementInsight[]>
  reset(server: Server, id: string): Promise<void>
}

export function countStatements(): Statements {
  const noted = new Map<string, Map<string, Counted>>()
  return {
    async read(server, id) {
      const rows = await readCounted(server, id)
      await forgetWhenFull(server)
      return rows
        .map((row) => since(row, noted.get(id)?.get(row.digest)))
        .filter(({ calls }) => calls > 0)
        .toSorted((one, other) => other.total - one.total)
        .slice(0, maxStatementsTold)
        .map(({ text, calls, total }) => ({ text, calls, total, mean: total / calls }))
    },
    async reset(server, id) {
      const rows = await readCounted(server, id)
      noted.set(id, new Map(rows.map((row) => [row.digest, row])))
    },
  }
}

/** A counter that is smaller than its note began anew, with its server. */
function since(row: Counted, note: Counted | undefined): Counted {
  if (!note || note.calls > row.calls) return row
  return { ...row, calls: row.calls - note.calls, total: Math.max(0, row.total - note.total) }
}

async function readCounted(server: Server, id: string): Promise<Counted[]> {
  return jsonRows(
    await server.run(`
select json_object('digest', digest, 'text', digest_text, 'calls', count_star, 'total', sum_timer_wait / 1e9)
from ${digests} where schema_name = '${namesOf(id).name}' and digest is not null;
`),
  )
}

/** A full table counts no new statements of anybody. */
async function forgetWhenFull(server: Server): Promise<void> {
  const count = Number(await server.run(`select count(*) from ${digests};`))
  if (count >= maxDigests) await server.run(`truncate table ${digests};`)
}
