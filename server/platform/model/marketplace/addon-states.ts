import type { Addon, AddonState, ProvidedAddon } from './addon.ts'

/** All states, for changes that are valid in any of them. */
export const addonStates = [
  'ordering',
  'uncertain',
  'pending',
  'ready',
  'suspended',
  'deleting',
] as const satisfies AddonState[]

/** States in which the provider has provisioned the add-on. */
export const providedStates = ['ready', 'suspended'] as const satisfies AddonState[]

export const isProvided = (addon: Addon): addon is ProvidedAddon =>
  addon.state === 'ready' || addon.state === 'suspended'
