import { accessTokens } from './access-tokens.ts'
import { addons } from './addons.ts'
import { applications } from './applications.ts'
import { audit } from './audit.ts'
import { backups } from './backups.ts'
import { catalogue } from './catalogue.ts'
import { type ConnectionOptions, connect } from './connection.ts'
import { consumers } from './consumers.ts'
import { deliveries } from './deliveries.ts'
import { dependencies } from './dependencies.ts'
import { deployments } from './deployments.ts'
import { domains } from './domains.ts'
import { emails } from './emails.ts'
import { environment } from './environment.ts'
import { instances } from './instances.ts'
import { logs } from './logs.ts'
import { members } from './members.ts'
import { offers } from './offers.ts'
import { organisations } from './organisations.ts'
import { platform } from './platform.ts'
import { providers } from './providers.ts'
import { recipes } from './recipes.ts'
import { secondFactor } from './second-factor.ts'
import { self } from './self.ts'
import { sshKeys } from './ssh-keys.ts'
import { summary } from './summary.ts'

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
