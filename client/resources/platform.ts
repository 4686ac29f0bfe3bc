import type { Connection } from '#client/http/connection.ts'

/** Addresses of a platform's listeners. */
export interface PlatformAddresses {
  api: string
  bridge: string
  console: string
  git: { ssh: string; https: string }
  /** Where shells in instances are opened, and the public key of that server; not published by other platforms. */
  shells?: { ssh: string; hostKey?: string }
  /** Listeners for visitors of applications. */
  visitors: { http: string; https: string }
  /** Certificate authority of the listeners, in PEM; not published by other platforms. */
  authority?: string
  /** OAuth consumer of the command-line tools and URL of their package; not published by other platforms. */
  tools?: { consumerKey: string; consumerSecret: string; package: string }
}

/** A page of the documentation that a platform serves. */
export interface DocumentationPage {
  /** Path below `/docs/`. */
  address: string
  title: string
  /** Part of the navigation; empty for pages that links alone lead to. */
  section: string
}

export const platform = ({ ask }: Connection) => ({
  /** In reading order; none where the documentation is not built. */
  documentation: () => ask<DocumentationPage[]>({ method: 'GET', path: '/docs/pages.json' }),

  addresses: () => ask<PlatformAddresses>({ method: 'GET', path: '/v4/platform' }),
})
