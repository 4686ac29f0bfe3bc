import type { AddonLogs } from '#providers/kit/addon-logs.ts'
import type { Ledger } from '#providers/kit/ledger.ts'
import type { RunningPartner } from '#providers/kit/partner.ts'
import type { Resource } from '#providers/kit/resource.ts'
import type { VendorApi } from '#providers/kit/vendor.ts'
import { configOf } from './config.ts'
import { dropDatabase, makeDatabase, namesOf, shut } from './database.ts'
import type { Plan } from './plans.ts'
import type { Servers } from './servers.ts'
import { holdToSize } from './size.ts'

export interface Cared {
  ledger: Ledger
  partner: Pick<RunningPartner, 'inTurn'>
  servers: Servers
  logs: AddonLogs
  vendor: Pick<VendorApi, 'putConfig'>
  planOf(slug: string): Plan
  addonsHost: string
  onProblem(problem: unknown): void
}

/** Looks after what customers have: servers that died are started, sizes held, logs sent. */
export interface Care {
  /** One look at everything. */
  look(): Promise<void>
  begin(every: number): void
  /** Returns once nothing is being done any more. */
  close(): Promise<void>
}

export function createCare(cared: Cared): Care {
  const settled = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let isClosed = false

  async function careFor(resource: Resource): Promise<void> {
    if (resource.state !== 'ready') return
    if (!settled.has(resource.id)) await settle(cared, resource)
    settled.add(resource.id)
    const plan = cared.planOf(resource.plan)
    const server = await cared.servers.of(resource.id, plan)
    const sentence = await holdToSize(server, resource.id, plan.disk)
    if (sentence !== undefined) await cared.logs.say(resource, sentence)
    if (plan.isDedicated)
      await cared.logs.sendNew(resource, cared.servers.logOf(resource.id), dated)
  }

  async function look(): Promise<void> {
    for (const { addonId, id, state } of await cared.ledger.all()) {
      if (state !== 'ready' || isClosed) continue
      await cared.partner
        .inTurn({ addonId }, careFor)
        .catch((problem) => cared.onProblem(new Error(`care for ${id}`, { cause: problem })))
    }
  }

  return {
    look,
    begin(every) {
      const next = () => {
        round = look().finally(() => {
          if (!isClosed) timer = setTimeout(next, every).unref()
        })
      }
      next()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round
    },
  }
}

/**
 * Brings everything to what is remembered about a resource, since a process of ours may have ended in between: its
 * password, who may come in, where it is, and what is left of an earlier plan.
 */
async function settle(cared: Cared, resource: Resource): Promise<void> {
  const { ledger, servers, vendor, planOf, addonsHost } = cared
  const { id, addonId, config } = resource
  const plan = planOf(resource.plan)
  const server = await servers.of(id, plan)
  const database = { ...namesOf(id), password: config.POSTGRESQL_ADDON_PASSWORD ?? '' }
  await makeDatabase(server, id, plan, database.password)
  if (resource.suspended) await shut(server, id)
  await removeLeftovers(cared, resource)
  const now = configOf(database, server, addonsHost)
  if (now.POSTGRESQL_ADDON_URI === config.POSTGRESQL_ADDON_URI) return
  await vendor.putConfig(addonId, now)
  await ledger.save({ ...resource, config: now })
}

/** Removes what a resource had with the plan before. */
export async function removeLeftovers(
  { servers, planOf }: Pick<Cared, 'servers' | 'planOf'>,
  { id, plan }: Resource,
): Promise<void> {
  if (!planOf(plan).isDedicated) return servers.removeOwn(id)
  const shared = await servers.sharedIfThere()
  if (shared) await dropDatabase(shared, id)
}

const prefix = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) (?:UTC|GMT) (.*)$/s

/** A line of the server's log, with the moment that it begins with. */
function dated(line: string) {
  const [, day, time, text] = prefix.exec(line) ?? []
  return text === undefined
    ? { at: Date.now(), text: line }
    : { at: Date.parse(`${day}T${time}Z`), text }
}
