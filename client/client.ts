import { type ConnectionOptions, connect } from './http/connection.ts'
import { accessTokens } from './resources/accounts/access-tokens.ts'
import { audit } from './resources/accounts/audit.ts'
import { consumers } from './resources/accounts/consumers.ts'
import { emails } from './resources/accounts/emails.ts'
import { members } from './resources/accounts/members.ts'
import { organisations } from './resources/accounts/organisations.ts'
import { secondFactor } from './resources/accounts/second-factor.ts'
import { self } from './resources/accounts/self.ts'
import { sshKeys } from './resources/accounts/ssh-keys.ts'
import { applications } from './resources/applications/applications.ts'
import { dependencies } from './resources/applications/dependencies.ts'
import { deployments } from './resources/applications/deployments.ts'
import { domains } from './resources/applications/domains.ts'
import { environment } from './resources/applications/environment.ts'
import { instances } from './resources/applications/instances.ts'
import { logs } from './resources/applications/logs.ts'
import { recipes } from './resources/applications/recipes.ts'
import { addons } from './resources/marketplace/addons.ts'
import { backups } from './resources/marketplace/backups.ts'
import { catalogue } from './resources/marketplace/catalogue.ts'
import { deliveries } from './resources/marketplace/deliveries.ts'
import { offers } from './resources/marketplace/offers.ts'
import { providers } from './resources/marketplace/providers.ts'
import { platform } from './resources/platform.ts'
import { summary } from './resources/summary.ts'

export type ClientOptions = ConnectionOptions

/** Typed client of the public API; records have the shape of the wire. */
export type Client = ReturnType<typeof createClient>

export function createClient(options: ClientOptions) {
  const connection = connect(options)
  return {
    api: connection.api,
    self: self(connection),
    summary: summary(connection),
    organisations: organisations(connection),
    members: members(connection),
    applications: applications(connection),
    environment: environment(connection),
    dependencies: dependencies(connection),
    addons: addons(connection),
    backups: backups(connection),
    deliveries: deliveries(connection),
    offers: offers(connection),
    domains: domains(connection),
    deployments: deployments(connection),
    instances: instances(connection),
    logs: logs(connection),
    sshKeys: sshKeys(connection),
    emails: emails(connection),
    secondFactor: secondFactor(connection),
    accessTokens: accessTokens(connection),
    consumers: consumers(connection),
    catalogue: catalogue(connection),
    providers: providers(connection),
    platform: platform(connection),
    recipes: recipes(connection),
    audit: audit(connection),
    /** Calls any other endpoint. */
    ask: connection.ask,
    /** Closes idle connections. */
    close: connection.close,
  }
}
