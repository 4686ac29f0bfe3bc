import type { Connection } from '#client/http/connection.ts'

/** Where the listeners of a platform are. */
export interface PlatformAddresses {
  api: string
  bridge: string
  console: string
  git: { ssh: string; https: string }
  /** Where visitors of applications arrive. */
  visitors: { http: string; https: string }
  /** The authority that has signed the certificates of its listeners, in PEM; other platforms do not say. */
  authority?: string
  /** What command-line tools act through, and where their package is; other platforms do not say. */
  tools?: { consumerKey: string; consumerSecret: string; package: string }
}

export const platform = ({ ask }: Connection) => ({
  addresses: () => ask<PlatformAddresses>({ method: 'GET', path: '/v4/platform' }),
})
