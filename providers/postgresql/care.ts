import type { AddonLogs } from '#providers/kit/addon-logs.ts'
import type { Ledger } from '#providers/kit/ledger.ts'
import type { RunningPartner } from '#providers/kit/partner.ts'
import type { Resource } from '#providers/kit/resource.ts'
import type { VendorApi } from '#providers/kit/vendor.ts'
import { configOf } from './config.ts'
import { dropDatabase, makeDatabase, namesOf, shut } from './database.ts'
import type { Plan } from './plans.ts'
import type { Server } from './server.ts'
import type { Servers } from './servers.ts'
import { holdToSize, isToChange, readSizes, type Size } from './size.ts'

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

/** Sizes take more to find out than the rest. */
const roundsPerSize = 6

export function createCare(cared: Cared): Care {
  const { ledger, partner, servers, logs, planOf, onProblem } = cared
  const settled = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let isClosed = false
  let rounds = 0

  async function careFor(resource: Resource): Promise<void> {
    if (resource.state !== 'ready') return
    const plan = planOf(resource.plan)
    if (!settled.has(resource.id)) await settle(cared, resource)
    settled.add(resource.id)
    await tellWhere(cared, resource, await servers.of(resource.id, plan))
    if (plan.isDedicated) await logs.sendNew(resource, servers.logOf(resource.id), dated)
  }

  /** One question to each server about all its databases: the shared one may have many. */
  async function holdSizes(resources: readonly Resource[]): Promise<void> {
    const known = new Map<Server, Promise<Map<string, Size>>>()
    for (const resource of resources) {
      const plan = planOf(resource.plan)
      const server = await servers.of(resource.id, plan)
      const sizes = known.get(server) ?? readSizes(server)
      known.set(server, sizes)
      const size = (await sizes).get(namesOf(resource.id).name)
      if (!size || !isToChange(size, plan.disk) || isClosed) continue
      await partner.inTurn(resource, async (latest) => {
        // Its plan may have changed since.
        if (latest.plan !== resource.plan) return
        await logs.say(latest, await holdToSize(server, latest.id, size, plan.disk))
      })
    }
  }

  const attempt = (what: string, work: () => Promise<void>) =>
    isClosed
      ? Promise.resolve()
      : work().catch((problem) => onProblem(new Error(what, { cause: problem })))

  async function look(): Promise<void> {
    const resources = (await ledger.all()).filter(({ state }) => state === 'ready')
    for (const resource of resources)
      await attempt(`care for ${resource.id}`, () => partner.inTurn(resource, careFor))
    if (rounds++ % roundsPerSize === 0) await attempt('sizes', () => holdSizes(resources))
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
 * password, who may come in, and what is left of an earlier plan.
 */
async function settle(cared: Cared, resource: Resource): Promise<void> {
  const { id, config, suspended } = resource
  const plan = cared.planOf(resource.plan)
  const server = await cared.servers.of(id, plan)
  await makeDatabase(server, id, plan, config.POSTGRESQL_ADDON_PASSWORD)
  if (suspended) await shut(server, id)
  await removeLeftovers(cared, resource)
}

/** A server that was started again may have another port. */
async function tellWhere(
  { ledger, vendor, addonsHost }: Cared,
  resource: Resource,
  server: Server,
): Promise<void> {
  const { id, addonId, config } = resource
  const database = { ...namesOf(id), password: config.POSTGRESQL_ADDON_PASSWORD ?? '' }
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
