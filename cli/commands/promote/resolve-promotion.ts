import { Refusal } from '#cli/refusal.ts'
import {
  findApplication,
  type NamedApplication,
  resolveApplication,
} from '#cli/resolve/application.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Client } from '#client/client.ts'
import type { NamedId } from '#client/resources/promotions.ts'

interface PromotionChoice {
  terminal: Pick<Terminal, 'folder'>
  options: {
    from: string | undefined
    to: string | undefined
    alias: string | undefined
    org: string | undefined
  }
}

export interface ResolvedPromotion {
  from: NamedApplication
  to: NamedApplication
}

/** The two applications of a promotion: those that are named, else the linked one and the other end of its way. */
export async function resolvePromotion(
  client: Client,
  { terminal, options }: PromotionChoice,
): Promise<ResolvedPromotion> {
  const { from, to, alias, org } = options
  const find = async (wanted: string) => findApplication(await client.summary.get(), wanted, org)
  if (to !== undefined) {
    const target = await find(to)
    return { from: from === undefined ? await linked() : await find(from), to: target }
  }
  if (from !== undefined) {
    const source = await find(from)
    const { target } = await client.promotions.ways(source)
    if (target) return { from: source, to: { ...target, ownerId: source.ownerId } }
    throw withoutTarget(source)
  }
  const here = await linked()
  const { target, sources } = await client.promotions.ways(here)
  const other = (one: NamedId): NamedApplication => ({ ...one, ownerId: here.ownerId })
  if (target) return { from: here, to: other(target) }
  const [source, ...more] = sources
  if (source && more.length === 0) return { from: other(source), to: here }
  if (!source) throw withoutTarget(here)
  throw new Refusal(
    `Releases of several applications are promoted to ${here.name}: ${sources.map(({ name }) => name).join(', ')}.`,
    'Choose one with --from.',
  )

  function linked(): Promise<NamedApplication> {
    return resolveApplication(client, { terminal, options: { app: undefined, alias, org } })
  }
}

const withoutTarget = ({ name }: NamedApplication) =>
  new Refusal(
    `${name} has no promotion target.`,
    'Name it once with `berth promote target <application>`, or each time with --to.',
  )
