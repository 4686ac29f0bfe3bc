/** Limits of a database plan. */
export interface DatabasePlan {
  slug: string
  /** Slugs of earlier versions. */
  aliases?: readonly string[]
  /** With a dedicated server. */
  isDedicated: boolean
  connections: number
  /** In bytes. */
  disk: number
  /** In bytes; 0 on a shared server. */
  memory: number
}

/** Features of a plan in an offer, by name: for people, and for programs. */
interface OfferedPlan {
  slug: string
  aliases?: string[]
  features: Record<'Type' | 'Max connection limit' | 'Max DB size' | 'Memory', string[]>
}

/** The plans of the offer that customers see. */
export const plansOf = (offer: { plans: readonly OfferedPlan[] }): readonly DatabasePlan[] =>
  offer.plans.map(({ slug, aliases = [], features }) => ({
    slug,
    aliases,
    isDedicated: features.Type[1] === 'dedicated',
    connections: Number(features['Max connection limit'][1]),
    disk: Number(features['Max DB size'][1]),
    memory: Number(features.Memory[1]) || 0,
  }))
