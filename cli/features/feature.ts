/** Features that are off until the user enables them. */
export const features = {
  tokens: 'Create and manage API tokens for scripts (`berth tokens`)',
} as const

export type Feature = keyof typeof features

export const isFeature = (name: string): name is Feature => Object.hasOwn(features, name)
