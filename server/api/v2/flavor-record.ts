import type { flavorRecord } from '#api/answers/applications.ts'
import type { Infer } from '#kit/schema.ts'
import { unitPrice } from '#platform/billing/prices/charge.ts'
import { priceListAt } from '#platform/billing/prices/price-lists.ts'
import { amountOf, textOf } from '#platform/model/billing/amount.ts'
import { type Flavor, flavorNamed, flavors, rankOf } from '#platform/model/hosting/flavor.ts'
import { defaultBuildFlavor } from '#platform/model/hosting/max-flavors.ts'
import type { Platform } from '#platform/platform.ts'

type FlavorRecord = Infer<typeof flavorRecord>

/** Sizes as clients see them, with the prices of a zone. */
export interface SizeCatalogue {
  of(name: string): FlavorRecord
  /** The same as a size of builds. */
  ofBuild(name: string): FlavorRecord
  /** From smallest to largest. */
  all: FlavorRecord[]
  allOfBuilds: FlavorRecord[]
  /** Size of builds that have none of their own. */
  usualBuild: FlavorRecord
}

/** Sizes of each zone, with the prices that apply now. */
export type SizeCatalogues = (zone: string) => SizeCatalogue

/** Reads the prices once; the catalogue of a zone is made when it is asked for first. */
export async function sizeCatalogues({
  store,
  clock,
  policies: { maxFlavors },
}: Pick<Platform, 'store' | 'clock' | 'policies'>): Promise<SizeCatalogues> {
  const data = priceListAt(await store.priceLists.list(), clock())?.data
  const made = new Map<string, SizeCatalogue>()
  const make = (zone: string): SizeCatalogue => {
    const records = (kind: 'runtime' | 'build', largest: string) =>
      flavors.map((flavor) => {
        const subject = { kind, zone, flavorOrPlan: flavor.name, providerId: null, planPrice: null }
        const perSecond = data ? unitPrice(data, subject) : amountOf('0')
        return flavorToWire(flavor, {
          // Of an hour, as in the price system.
          price: Number(textOf(perSecond.times('3600'))),
          available: rankOf(flavor.name) <= rankOf(largest),
          source: kind === 'build' ? 'builds' : 'apps',
        })
      })
    const all = records('runtime', maxFlavors.instances)
    const allOfBuilds = records('build', maxFlavors.builds)
    const find = (among: FlavorRecord[], wanted: string) => {
      const { name } = flavorNamed(wanted)
      return among.find((record) => record.name === name) as FlavorRecord
    }
    const ofBuild = (name: string) => find(allOfBuilds, name)
    const usualBuild = ofBuild(defaultBuildFlavor(maxFlavors))
    return { all, allOfBuilds, of: (name) => find(all, name), ofBuild, usualBuild }
  }
  return (zone) => {
    const catalogue = made.get(zone) ?? make(zone)
    made.set(zone, catalogue)
    return catalogue
  }
}

function flavorToWire(
  { name, memoryMegabytes, cpus }: Flavor,
  { price, available, source }: { price: number; available: boolean; source: string },
): FlavorRecord {
  const isSmall = memoryMegabytes < 1024
  return {
    name,
    mem: memoryMegabytes,
    cpus,
    gpus: 0,
    disk: null,
    price,
    available,
    microservice: isSmall,
    machine_learning: false,
    nice: isSmall ? 5 : 0,
    price_id: `${source}.${name}`,
    memory: {
      unit: 'B',
      value: memoryMegabytes * 1024 * 1024,
      formatted: `${memoryMegabytes} MiB`,
    },
    cpuFactor: 1,
    memFactor: 1,
  }
}
