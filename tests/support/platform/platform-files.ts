import type { FirstAccount } from '#platform/identity/accounts/users/first-account.ts'

/** `addresses.json` in the data folder of a running platform. */
export interface AddressesFile {
  api: string
  bridge: string
  console: string
  git: { ssh: string; https: string }
  visitors: { http: string; https: string }
  ca: string
}

/** `admin.json` in the data folder. */
export type AdminFile = FirstAccount
