/** An entry of `GET /v2/vendor/apps`. */
export interface AddonEntry {
  provider_id: string
  /** The same as `addon_id`. */
  heroku_id: string
  addon_id: string
  callback_url: string
  /** Slug of its plan. */
  plan: string
  owner_id: string
}

/** Response of `GET /v2/vendor/apps/{addonId}`. */
export interface AddonDetail {
  id: string
  /** The name that its owner gave it. */
  name: string
  config: Record<string, string>
  callback_url: string
  owner_email: string
  owner_emails: string[]
  owner_id: string
  owner_name: string
  region: string
  /** Always empty. */
  domains: string[]
}

/** Response of `GET /v2/vendor/apps/{addonId}/logscollector`. */
export interface LogCollector {
  /** Accepts lines by POST, with `token` as the user name and the token as the password. */
  url: string
  logplex_token: string
  content_type: string
}
