import type { Manifest } from '#protocol/manifest/manifest.ts'

/** A resource of the fake provider. */
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

/** State of the fake provider. */
export interface ProviderState {
  manifest: Manifest
  items: Map<string, Item>
  guests: Map<string, Guest>
}

/** A response of the fake provider. */
export interface ProviderMessage {
  status: number
  headers?: Record<string, string>
  body?: unknown
  /** Runs after the response. */
  afterwards?: () => void
}

/** A validated order. */
export interface Order {
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
