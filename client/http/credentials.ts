/** An access token with the consumer it is used through; requests are signed, no secret travels. */
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
