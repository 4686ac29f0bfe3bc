import { type Accounts, gatewayAccounts } from './accounts.ts'
import { type Buckets, gatewayBuckets } from './buckets.ts'
import { type GatewayAddress, gatewayRequests } from './requests.ts'

/** An S3 server that keeps the tenants apart: one that the operator names, or ours. */
export interface Gateway {
  accounts: Accounts
  buckets: Buckets
  /** Variables of an add-on besides its keys. */
  variables: Readonly<Record<string, string>>
}

/** A gateway somewhere else, by its admin API and S3 alone. */
export function remoteGateway(address: GatewayAddress): Gateway {
  const send = gatewayRequests(address)
  return {
    accounts: gatewayAccounts(send),
    buckets: gatewayBuckets(send),
    variables: { CELLAR_ADDON_HOST: new URL(address.url).host, CELLAR_ADDON_URL: address.url },
  }
}
