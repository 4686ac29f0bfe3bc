import offer from './offer.json' with { type: 'json' }

/** What a plan allows. */
export interface Plan {
  slug: string
  /** With a server of its own. */
  isDedicated: boolean
  connections: number
  /** In bytes. */
  disk: number
  /** In bytes; 0 on a server that is shared. */
  memory: number
}

/** The plans, as the offer that customers see has them. */
export const offeredPlans: readonly Plan[] = offer.plans.map(({ slug, features }) => ({
  slug,
  isDedicated: features.Type[1] === 'dedicated',
  connections: Number(features['Max connection limit'][1]),
  disk: Number(features['Max DB size'][1]),
  memory: Number(features.Memory[1]) || 0,
}))

const megabyte = 1024 * 1024

/** The settings of a server that is one customer's, by its size. */
export const settingsFor = ({ connections, memory }: Plan): string[] => [
  // Some for us.
  `max-connections=${connections + 10}`,
  `innodb-buffer-pool-size=${Math.max(16, Math.floor(memory / 2 / megabyte))}M`,
  'innodb-log-file-size=64M',
]

/** The settings of the server that customers share: what one of them may ask of it for a session is little. */
export const sharedSettings = [
  ...['max-connections=200', 'innodb-buffer-pool-size=64M', 'innodb-log-file-size=32M'],
  ...['maximum-sort-buffer-size=2M', 'maximum-join-buffer-size=1M', 'maximum-read-buffer-size=1M'],
  ...['max-heap-table-size=4M', 'maximum-max-heap-table-size=4M', 'tmp-table-size=4M'],
]
