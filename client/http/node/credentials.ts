/** An access token and its OAuth consumer; requests are signed, so no secret is sent. */
export interface AccessCredentials {
  consumerKey: string
  consumerSecret: string
  token: string
  secret: string
}

/** An API token, accepted by the bridge only. */
export interface ApiTokenCredentials {
  apiToken: string
}

export type Credentials = AccessCredentials | ApiTokenCredentials
