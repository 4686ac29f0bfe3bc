import type { Context } from '#cli/define-command.ts'
import type { orgOption } from '#cli/options.ts'
import { openSession, type Session } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'
import type { OwnerSummary } from '#client/resources/summary.ts'
import { chooseOwner, organisationsOf } from './owner.ts'

/** What is listed, and how. */
export interface OwnedList<Thing> {
  /** Things of one owner. */
  listOf(
    owner: OwnerSummary,
    client: Session['client'],
  ): Promise<readonly Thing[]> | readonly Thing[]
  /** One of them as JSON. */
  json(thing: Thing, owner: OwnerSummary): unknown
  /** Cells of its line for people, the name first. */
  row(thing: Thing): readonly [string, ...string[]]
  /** Sentence when there are none. */
  none: string
}

/** Prints things by owner: those of `--org`, else of each organisation and last of the user. */
export async function listPerOwner<Thing>(
  context: Context<typeof orgOption>,
  { listOf, json, row, none }: OwnedList<Thing>,
): Promise<void> {
  const { terminal, output, options } = context
  const { client } = await openSession(context)
  const summary = await client.summary.get()
  const owners = options.org
    ? [chooseOwner(summary, options.org)]
    : [...organisationsOf(summary), summary.user]
  const lists = await Promise.all(
    owners.map(async (owner) => ({ owner, things: await listOf(owner, client) })),
  )
  const filled = lists.filter(({ things }) => things.length > 0)
  const heading = ({ id, name }: OwnerSummary) => terminal.paint('bold', `${name} (${id})`)
  const lines = (things: readonly Thing[]) => {
    return table(things.map(row).map(([name, ...others]) => [`  ${name}`, ...others]))
  }
  output.print(
    filled.flatMap(({ owner, things }) => things.map((thing) => json(thing, owner))),
    () =>
      filled.map(({ owner, things }) => `${heading(owner)}\n${lines(things)}`).join('\n\n') || none,
  )
}
