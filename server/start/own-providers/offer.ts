import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlanId } from '#platform/ids.ts'
import type { FeatureType } from '#platform/providers/plans/plan.ts'

const providers = join(import.meta.dirname, '../../../providers')

/** What one of our own providers offers, as its `offer.json` says. */
export interface OwnOffer {
  id: string
  name: string
  shortDesc: string
  longDesc: string
  website: string
  configVars: string[]
  canUpgrade: boolean
  /**
   * The programs that it cannot do without, where Debian has them, the package they come from, and the service of the package,
   * which is not to run. `versionParts` tells how many parts of the program's version make another one for customers.
   */
  requires?: { programs: string[]; package: string; service?: string; versionParts?: number }
  features: { name: string; type: FeatureType; nameCode: string }[]
  plans: {
    /** Only where clients know it by heart. */
    id?: PlanId
    name: string
    slug: string
    /** Slugs that the plan had in earlier versions, or has in scripts; they keep naming it. */
    aliases?: string[]
    price: number
    /** By name of the feature: as people read it, and as programs do. */
    features: Record<string, [value: string, computable: string]>
  }[]
}

export interface FoundOffer extends OwnOffer {
  /** The program to run. */
  main: string
}

/** Every folder under `providers/` that has an offer. */
export async function readOffers(folder = providers): Promise<FoundOffer[]> {
  const names = (await readdir(folder).catch(() => [])).toSorted()
  const offers = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name, 'offer.json'), 'utf8').catch(() => undefined)
      if (text === undefined) return []
      return [{ ...(JSON.parse(text) as OwnOffer), main: join(folder, name, 'main.ts') }]
    }),
  )
  return offers.flat()
}
