import { maxStatementsTold, type StatementInsight } from '#protocol/databases/insights.ts'
import type { Server } from '#providers/redis/server.ts'

/** Entries of the server's list of slow commands, which has 128; fewer when their arguments are long. */
const wanted = ['128', '16']

/** Commands that took longer than 10 ms, by their names: the arguments are keys and values of the customer. */
export async function readSlowCommands(server: Server): Promise<StatementInsight[] | undefined> {
  for (const count of wanted) {
    const told = await server.ask('--json', 'SLOWLOG', 'GET', count).catch(() => undefined)
    if (told !== undefined) return summarise(JSON.parse(told))
  }
  return undefined
}

/** An entry: its number, when, microseconds, the arguments, the client's address and name. */
type Entry = [number, number, number, string[], string, string]

function summarise(entries: readonly Entry[]): StatementInsight[] {
  const sums = new Map<string, { calls: number; total: number }>()
  for (const [, , microseconds, command, address] of entries) {
    // Ours come through the Unix socket.
    if (address.startsWith('/')) continue
    const text = textOf(command)
    const { calls, total } = sums.get(text) ?? { calls: 0, total: 0 }
    sums.set(text, { calls: calls + 1, total: total + microseconds / 1000 })
  }
  return [...sums]
    .map(([text, { calls, total }]) => ({ text, calls, total, mean: total / calls }))
    .toSorted((one, other) => other.total - one.total)
    .slice(0, maxStatementsTold)
}

const maxShown = 3

function textOf([name = '', ...values]: readonly string[]): string {
  const command = /^[a-z][a-z0-9._-]{0,40}$/i.test(name) ? name.toUpperCase() : '?'
  const places = values.slice(0, maxShown).map(() => '?')
  return [command, ...places, ...(values.length > maxShown ? ['…'] : [])].join(' ')
}
