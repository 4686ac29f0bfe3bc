/** A third-party program registered for OAuth 1. */
export interface Consumer {
  key: string
  secret: string
  name: string
  ownerId: string
  createdAt: number
}

/** What a consumer signs a user's requests with. */
export interface AccessToken {
  token: string
  secret: string
  consumerKey: string
  userId: string
  createdAt: number
  expiresAt: number
}

/** A login begun by a command-line tool and confirmed in the browser, waiting to be collected. */
export interface CliLogin {
  cliToken: string
  accessToken: string
  createdAt: number
}
