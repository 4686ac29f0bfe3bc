import type { Addon, AddonState, ProvidedAddon } from './addon.ts'

/** Every state, for a change that does not depend on it. */
export const addonStates = [
  'ordering',
  'uncertain',
  'pending',
  'ready',
  'suspended',
  'deleting',
] as const satisfies AddonState[]

/** The provider has made it. */
export const thereStates = ['ready', 'suspended'] as const satisfies AddonState[]

export const isProvided = (addon: Addon): addon is ProvidedAddon =>
  addon.state === 'ready' || addon.state === 'suspended'
