/** Pages that an application can have in place of those of the router; numbers are statuses. */
export const pageNames = ['maintenance', '401', '502', '503', '504'] as const

export type PageName = (typeof pageNames)[number]

/** HTML of an application's own pages. */
export type OwnPages = Readonly<Partial<Record<PageName, string>>>

/** Digests of the credentials that open an application; the router's table has no password. */
export interface BasicAuth {
  /** Random, in hexadecimal. */
  salt: string
  /** For each user, SHA-256 of the salt and the Base64 of `user:password`, in hexadecimal. */
  digests: readonly string[]
}

/** While an application is under maintenance, visitors get a page. */
export interface MaintenanceRule {
  /** What the owner tells visitors; empty for nothing. */
  message: string
  /** When it is expected to end, in milliseconds since the epoch. */
  until: number | null
  /** Addresses and networks that are let through, as `parseNetwork` writes them. */
  allowed: readonly string[]
  /** SHA-256 of the secret that lets visitors through, in hexadecimal. */
  bypass: string
}

/** What the router answers in place of an application. */
export interface VisitorRules {
  maintenance?: MaintenanceRule
  basicAuth?: BasicAuth
  pages?: OwnPages
}

/** Query parameter of the link that lets a visitor through, and the cookie that it sets. */
export const bypassName = 'berth_bypass'
