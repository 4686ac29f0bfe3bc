import { type ConnectionOptions, connect } from './http/node/node-connection.ts'
import { accessTokens } from './resources/accounts/access-tokens.ts'
import { audit } from './resources/accounts/audit.ts'
import { consents } from './resources/accounts/consents.ts'
import { consumers } from './resources/accounts/consumers.ts'
import { emails } from './resources/accounts/emails.ts'
import { members } from './resources/accounts/members.ts'
import { organisations } from './resources/accounts/organisations.ts'
import { ownApiTokens } from './resources/accounts/own-api-tokens.ts'
import { secondFactor } from './resources/accounts/second-factor.ts'
import { self } from './resources/accounts/self.ts'
import { sessions } from './resources/accounts/sessions.ts'
import { sshKeys } from './resources/accounts/ssh-keys.ts'
import { alerts } from './resources/alerts.ts'
import { applications } from './resources/applications/applications.ts'
import { certificates } from './resources/applications/certificates.ts'
import { dependencies } from './resources/applications/dependencies.ts'
import { deployments } from './resources/applications/deployments.ts'
import { domains } from './resources/applications/domains.ts'
import { drains } from './resources/applications/drains.ts'
import { environment } from './resources/applications/environment.ts'
import { instances } from './resources/applications/instances.ts'
import { logs } from './resources/applications/logs.ts'
import { metrics } from './resources/applications/metrics.ts'
import { networkGroups } from './resources/applications/network-groups.ts'
import { recipes } from './resources/applications/recipes.ts'
import { releases } from './resources/applications/releases.ts'
import { tcpRedirections } from './resources/applications/tcp-redirections.ts'
import { maintenance } from './resources/applications/visitors/maintenance.ts'
import { sleep } from './resources/applications/visitors/sleep.ts'
import { billingAccounts } from './resources/billing/account.ts'
import { invoices } from './resources/billing/invoices.ts'
import { billingOperation } from './resources/billing/operation.ts'
import { prices } from './resources/billing/prices.ts'
import { statements } from './resources/billing/statements.ts'
import { usage } from './resources/billing/usage.ts'
import { connectedRepository } from './resources/connected-repository.ts'
import { crons } from './resources/crons.ts'
import { events } from './resources/events/events.ts'
import { emailHooks, notificationInfo, webhooks } from './resources/events/notifications.ts'
import { examples } from './resources/examples.ts'
import { gitHosts } from './resources/git-hosts.ts'
import { addons } from './resources/marketplace/addons.ts'
import { backups } from './resources/marketplace/backups.ts'
import { catalogue } from './resources/marketplace/catalogue.ts'
import { databases } from './resources/marketplace/databases.ts'
import { deliveries } from './resources/marketplace/deliveries.ts'
import { files } from './resources/marketplace/files.ts'
import { offers } from './resources/marketplace/offers.ts'
import { providers } from './resources/marketplace/providers.ts'
import { operation } from './resources/operation.ts'
import { overview } from './resources/overview.ts'
import { platform } from './resources/platform.ts'
import { previews } from './resources/previews.ts'
import { promotions } from './resources/promotions.ts'
import { runs } from './resources/runs.ts'
import { summary } from './resources/summary.ts'
import { tags } from './resources/tags.ts'
import { terminals } from './resources/terminals.ts'
import { toolchains } from './resources/toolchains.ts'

export type ClientOptions = ConnectionOptions

/** Typed client of the public API; records have the shape of the wire. */
export type Client = ReturnType<typeof createClient>

export function createClient(options: ClientOptions) {
  const connection = connect(options)
  return {
    api: connection.api,
    self: self(connection),
    summary: summary(connection),
    tags: tags(connection),
    alerts: alerts(connection),
    organisations: organisations(connection),
    members: members(connection),
    overview: overview(connection),
    examples: examples(connection),
    applications: applications(connection),
    environment: environment(connection),
    dependencies: dependencies(connection),
    addons: addons(connection),
    backups: backups(connection),
    files: files(connection),
    databases: databases(connection),
    deliveries: deliveries(connection),
    offers: offers(connection),
    domains: domains(connection),
    tcpRedirections: tcpRedirections(connection),
    networkGroups: networkGroups(connection),
    certificates: certificates(connection),
    deployments: deployments(connection),
    connectedRepository: connectedRepository(connection),
    gitHosts: gitHosts(connection),
    crons: crons(connection),
    previews: previews(connection),
    runs: runs(connection),
    drains: drains(connection),
    instances: instances(connection),
    logs: logs(connection),
    maintenance: maintenance(connection),
    metrics: metrics(connection),
    sessions: sessions(connection),
    sleep: sleep(connection),
    sshKeys: sshKeys(connection),
    emails: emails(connection),
    secondFactor: secondFactor(connection),
    accessTokens: accessTokens(connection),
    consumers: consumers(connection),
    consents: consents(connection),
    ownApiTokens: ownApiTokens(connection),
    catalogue: catalogue(connection),
    providers: providers(connection),
    platform: platform(connection),
    operation: operation(connection),
    terminals: terminals(connection),
    toolchains: toolchains(connection),
    recipes: recipes(connection),
    promotions: promotions(connection),
    releases: releases(connection),
    audit: audit(connection),
    events: events(connection),
    webhooks: webhooks(connection),
    emailHooks: emailHooks(connection),
    notificationInfo: notificationInfo(connection),
    invoices: invoices(connection),
    usage: usage(connection),
    prices: prices(connection),
    statements: statements(connection),
    billingAccounts: billingAccounts(connection),
    billingOperation: billingOperation(connection),
    /** Calls any other endpoint. */
    ask: connection.ask,
    /** Closes idle connections. */
    close: connection.close,
  }
}
