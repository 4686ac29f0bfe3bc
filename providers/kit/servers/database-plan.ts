/** What a plan of databases allows. */
export interface DatabasePlan {
  slug: string
  /** Other names of it, of earlier versions. */
  aliases?: readonly string[]
  /** With a server of its own. */
  isDedicated: boolean
  connections: number
  /** In bytes. */
  disk: number
  /** In bytes; 0 on a server that is shared. */
  memory: number
}

/** What an offer says of its plans, by name of the feature: as people read it, and as programs do. */
interface OfferedPlan {
  slug: string
  aliases?: string[]
  features: Record<'Type' | 'Max connection limit' | 'Max DB size' | 'Memory', string[]>
}

/** The plans, as the offer that customers see has them. */
export const plansOf = (offer: { plans: readonly OfferedPlan[] }): readonly DatabasePlan[] =>
  offer.plans.map(({ slug, aliases = [], features }) => ({
    slug,
    aliases,
    isDedicated: features.Type[1] === 'dedicated',
    connections: Number(features['Max connection limit'][1]),
    disk: Number(features['Max DB size'][1]),
    memory: Number(features.Memory[1]) || 0,
  }))
