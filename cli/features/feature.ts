/** What the tool can do only once its user has asked for it. */
export const features = {
  tokens: 'Create and manage API tokens for scripts (`berth tokens`)',
} as const

export type Feature = keyof typeof features

export const isFeature = (name: string): name is Feature => Object.hasOwn(features, name)
