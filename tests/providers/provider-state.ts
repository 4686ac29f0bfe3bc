import type { Manifest } from '#protocol/manifest/manifest.ts'

/** What a provider of the bench sells. */
export interface Item {
  id: string
  addonId: string
  ownerId: string
  plan: string
  callbackUrl: string
  config: Record<string, unknown>
  isGone: boolean
}

/** A session at a panel. */
export interface Guest {
  id: string
  email: string
}

/** Everything that a provider of the bench remembers. */
export interface ProviderState {
  manifest: Manifest
  items: Map<string, Item>
  guests: Map<string, Guest>
}

/** What a provider of the bench answers. */
export interface ProviderMessage {
  status: number
  headers?: Record<string, string>
  body?: unknown
  /** Done after the answer. */
  afterwards?: () => void
}

/** The order as it came, checked. */
export interface Wish {
  addonId: string
  ownerId: string
  plan: string
  callbackUrl: string
}

export const said = (
  status: number,
  body?: unknown,
  headers?: Record<string, string>,
): ProviderMessage => ({
  status,
  ...(body === undefined ? {} : { body }),
  ...(headers ? { headers } : {}),
})

export const no = (status: number, message: string): ProviderMessage =>
  said(status, { id: 'error', message, config: {} })
