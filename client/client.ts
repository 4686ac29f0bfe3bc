import { accessTokens } from './resources/access-tokens.ts'
import { addons } from './resources/addons.ts'
import { applications } from './resources/applications.ts'
import { audit } from './resources/audit.ts'
import { backups } from './resources/backups.ts'
import { catalogue } from './resources/catalogue.ts'
import { type ConnectionOptions, connect } from './http/connection.ts'
import { consumers } from './resources/consumers.ts'
import { deliveries } from './resources/deliveries.ts'
import { dependencies } from './resources/dependencies.ts'
import { deployments } from './resources/deployments.ts'
import { domains } from './resources/domains.ts'
import { emails } from './resources/emails.ts'
import { environment } from './resources/environment.ts'
import { instances } from './resources/instances.ts'
import { logs } from './resources/logs.ts'
import { members } from './resources/members.ts'
import { offers } from './resources/offers.ts'
import { organisations } from './resources/organisations.ts'
import { platform } from './resources/platform.ts'
import { providers } from './resources/providers.ts'
import { recipes } from './resources/recipes.ts'
import { secondFactor } from './resources/second-factor.ts'
import { self } from './resources/self.ts'
import { sshKeys } from './resources/ssh-keys.ts'
import { summary } from './resources/summary.ts'

export type ClientOptions = ConnectionOptions

/** A typed way to the public API. Records are as they are on the wire. */
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
    /** Any other endpoint. */
    ask: connection.ask,
    /** Closes the idle connections. */
    close: connection.close,
  }
}
