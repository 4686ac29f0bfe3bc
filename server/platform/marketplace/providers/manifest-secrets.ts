import type { Provider, StoredManifest } from '#platform/model/marketplace/provider.ts'
import { isObject, own } from '#protocol/json-value.ts'

/** A manifest without its password and its salt, which are written and never read again. */
export function withoutSecrets({ api, ...manifest }: StoredManifest) {
  const { password: _, sso_salt: __, ...others } = api
  return { ...manifest, api: others }
}

/** What somebody wrote, with the stored password and salt where it has none. */
export function withStoredSecrets({ manifest }: Pick<Provider, 'manifest'>, input: unknown) {
  const api = own(input, 'api')
  if (!isObject(input) || !isObject(api)) return input
  const { password, sso_salt } = manifest.api
  return { ...input, api: { password, sso_salt, ...api } }
}
