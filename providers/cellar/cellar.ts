import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ResourceUsage } from '#protocol/usage.ts'
import { openAddonLogs } from '#providers/kit/addon-logs.ts'
import type { BuiltInProvider, Given } from '#providers/kit/built-in-provider.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import { createGrowthWatch } from '#providers/kit/disk/growth-watch.ts'
import { watchLog } from '#providers/kit/disk/log-watch.ts'
import { platformClient } from '#providers/kit/http/platform-client.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { httpGate } from '#providers/kit/outside/http-gate.ts'
import { storeLimits } from '#providers/kit/outside/outside-limits.ts'
import { openOutsideServer } from '#providers/kit/outside/outside-server.ts'
import { openFileLedger } from '#providers/kit/resources/file-ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { maintainResources } from '#providers/kit/servers/maintain-resources.ts'
import { planFinder, planNames, requireMemory } from '#providers/kit/servers/plan-names.ts'
import { updateConfig } from '#providers/kit/servers/update-config.ts'
import { readChoices } from './choices.ts'
import type { Size } from './gateway/buckets.ts'
import type { Gateway } from './gateway/gateway.ts'
import { createGateways } from './gateways.ts'
import { openBucketStates } from './limits/bucket-states.ts'
import { createLimits, isWithin, sizeOf } from './limits/limits.ts'
import { createMeasures } from './limits/measures.ts'
import { openOwnGateways } from './own/own-gateways.ts'
import { offeredPlans, type Plan } from './plans.ts'
import { createRemovals } from './removals.ts'

/** For tests: other plans, and shorter intervals. */
export interface CellarOptions {
  plans?: readonly Plan[]
  /** Milliseconds between maintenance rounds. */
  maintenanceInterval?: number
}

/** Milliseconds that a list of all buckets is used for in maintenance: the add-ons of a round share it. */
const roundListAge = 2_000

/** Provider of buckets: a pair of keys for each add-on, at a gateway of its own or one that the operator names. */
export async function openCellar(
  given: Given,
  options: CellarOptions = {},
): Promise<BuiltInProvider> {
  const { manifest, addonsHost, access, apiUrl, folder, vault } = given
  const { plans = offeredPlans, maintenanceInterval = 10_000 } = options
  const { server, program } = readChoices(given.choices)
  const planOf = ({ plan }: Pick<Resource, 'plan'>) => planFinder(plans)(plan)
  const own = openOwnGateways({ folder, vault, access, addonsHost, program })
  const gateways = createGateways({ own, named: server, planOf })
  const outside = openOutsideServer({
    access,
    gate: httpGate(access.tls),
    ledger: await openFileLedger(join(folder, 'resources'), vault),
    portVariable: 'CELLAR_ADDON_PORT',
    limits: storeLimits,
    every: maintenanceInterval,
  })
  const { ledger } = outside
  const logs = openAddonLogs(apiUrl, manifest)
  const platform = platformClient(apiUrl, manifest)
  const measures = createMeasures()
  const states = openBucketStates(join(folder, 'restricted'), vault)
  const removals = createRemovals()
  const limits = createLimits({ measures, states, planOf, say: logs.say })

  /** Gives the account this secret, and what its buckets allow. */
  async function serve(resource: Resource, secret: string, maxListAge?: number) {
    const gateway = await gateways.open(resource)
    const keyId = keyIdOf(resource.id)
    await limits.apply(gateway, { ...resource, keyId, secret }, maxListAge)
    return { config: configOf(gateway, keyId, secret) }
  }
  const secretOf = ({ config }: Resource) => config.CELLAR_ADDON_KEY_SECRET ?? newSecret()

  const bucketsOf = async ({ accounts }: Gateway, { id }: Resource) =>
    (await accounts.buckets()).get(keyIdOf(id)) ?? []

  /** What is stored, as far as it is known. */
  async function storedOf(resource: Resource) {
    const gateway = await gateways.open(resource)
    const names = await bucketsOf(gateway, resource)
    const { buckets } = gateway
    const max = sizeOf(planOf(resource))
    return { names, sizes: await measures.newest({ id: resource.id, names, max, buckets }) }
  }

  async function removeAll(resource: Resource) {
    const keyId = keyIdOf(resource.id)
    await gateways.remove(resource, keyId)
    await states.forget({ id: resource.id, keyId })
    limits.forget(resource.id)
  }

  async function refuseUnlessFits(resource: Resource, plan: Plan) {
    const { names, sizes } = await storedOf(resource)
    if (!sizes) throw new DeclinedError('What is stored is still being measured.', 503)
    if (!isWithin(plan, sizes) || names.length > plan.maxBuckets)
      throw new DeclinedError('What is stored does not fit into that plan.')
  }

  const service = defineProvider({
    manifest,
    ledger,
    idPrefix: 'cellar',
    plans: planNames(plans),
    versions: async () => [],
    async provision(resource) {
      if (!server) requireMemory(planOf(resource))
      return serve(resource, newSecret())
    },
    deprovision: (resource) => removals.run(resource.id, () => removeAll(resource)),
    async changePlan(resource, plan) {
      const after = planOf({ plan })
      if (resource.config.CELLAR_ADDON_PORT) requireMemory(after)
      if (after.maxBytes < planOf(resource).maxBytes) await refuseUnlessFits(resource, after)
      return serve({ ...resource, plan }, secretOf(resource))
    },
    usage: async (resource) => usageOf(planOf(resource), await storedOf(resource)),
    insights: {
      async read(resource) {
        const stored = await storedOf(resource)
        const usage = usageOf(planOf(resource), stored)
        const buckets = stored.sizes?.buckets ?? stored.names.map((name) => ({ name }))
        return { version: '', usage, connections: [], buckets: [...buckets] }
      },
      resetStatements: async () => {},
      endConnection: async () => false,
    },
    rotate: (resource) => serve(resource, newSecret()),
    suspend: async (resource) =>
      void (await serve({ ...resource, suspended: true }, secretOf(resource))),
    resume: async (resource) =>
      void (await serve({ ...resource, suspended: false }, secretOf(resource))),
  })
  const watch = createGrowthWatch(console.error)
  const endMaintenance = maintainResources({
    ledger,
    service,
    every: maintenanceInterval,
    async maintain(resource) {
      if (removals.isRunning(resource.id)) return
      const { config } = await serve(resource, secretOf(resource), roundListAge)
      await updateConfig({ ledger, platform }, resource, config)
      if (config.CELLAR_ADDON_PORT) watchLog(watch, own.logOf(resource.id))
    },
  })
  return {
    service,
    async close() {
      await outside.close()
      await Promise.all([endMaintenance(), own.close()])
      await watch.close()
    },
    stopServers: own.stop,
  }
}

/** Derived from the id of a resource, so that an order that is repeated has the same account. */
const keyIdOf = (id: string) =>
  `CELLAR${createHash('sha256').update(id).digest('hex').slice(0, 20).toUpperCase()}`

const usageOf = (
  { maxBytes, maxObjects, maxBuckets }: Plan,
  { names, sizes }: { names: readonly string[]; sizes: Size | undefined },
): ResourceUsage => ({
  diskBytes: sizes?.bytes,
  maxDiskBytes: maxBytes,
  objects: sizes?.objects,
  maxObjects,
  buckets: names.length,
  maxBuckets,
})

const newSecret = () => randomBytes(30).toString('base64url')

const configOf = (
  { variables }: Gateway,
  keyId: string,
  secret: string,
): Record<string, string> => ({
  ...variables,
  CELLAR_ADDON_KEY_ID: keyId,
  CELLAR_ADDON_KEY_SECRET: secret,
})
