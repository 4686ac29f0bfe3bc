import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlanId } from '#platform/model/ids.ts'
import type { FeatureType } from '#platform/model/marketplace/plan.ts'
import type { PortVariables } from '#platform/model/marketplace/port-access.ts'
import type { AddonPage } from '#protocol/manifest/addon-pages.ts'

const providers = join(import.meta.dirname, '../../providers')

/** Offer of a built-in provider, from its `offer.json`. */
export interface BuiltInOffer {
  id: string
  name: string
  shortDesc: string
  longDesc: string
  website: string
  configVars: string[]
  /** Those that hold a port of this machine, which linked applications may reach. */
  portVars?: string[]
  canUpgrade: boolean
  /** Pages of the console that its add-ons have, besides those that all have. */
  pages: AddonPage[]
  /** Options of an order besides the version; the provider checks their values. */
  options?: string[]
  /**
   * Required programs, at Debian's paths, the package they come from, and the package's service, which must not run.
   * `versionParts` is the number of version parts that customers distinguish.
   */
  requires?: {
    programs: readonly string[]
    /** Absent where Debian has none: then the operator installs it `byHand`. */
    package?: string
    service?: string
    versionParts?: number
    /** What the operator does, as the end of a sentence; the command of the package when absent. */
    byHand?: string
  }
  features: { name: string; type: FeatureType; nameCode: string }[]
  plans: {
    /** Set only when clients have it hard-coded. */
    id?: PlanId
    name: string
    slug: string
    /** Slugs of the plan in earlier versions or in scripts; they stay valid. */
    aliases?: string[]
    price: number
    /** By name of the feature: for people, and for programs. */
    features: Record<string, [value: string, computable: string]>
  }[]
}

export interface FoundOffer extends BuiltInOffer {
  /** The program to run. */
  main: string
}

/** All folders below `providers/` with an offer. */
export async function readOffers(folder = providers): Promise<FoundOffer[]> {
  const names = (await readdir(folder).catch(() => [])).toSorted()
  const offers = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name, 'offer.json'), 'utf8').catch(() => undefined)
      if (text === undefined) return []
      return [{ ...(JSON.parse(text) as BuiltInOffer), main: join(folder, name, 'main.ts') }]
    }),
  )
  return offers.flat()
}

/** What all offers declare about ports. */
export const portVariablesOf = (offers: readonly BuiltInOffer[]): PortVariables =>
  new Map(offers.map(({ id, portVars = [] }) => [id, portVars]))
