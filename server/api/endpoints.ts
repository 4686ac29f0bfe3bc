import * as apiTokens from './bridge/api-tokens.ts'
import { getCliPackage } from './downloads.ts'
import { getHealth } from './health.ts'
import type { Endpoint } from './http/endpoint.ts'
import { getOpenApi } from './openapi/openapi.ts'
import { accountPages } from './pages/accounts/account-pages.ts'
import { authorizePages } from './pages/authorize/authorize.ts'
import { cliOauthPages } from './pages/authorize/cli-oauth.ts'
import { consoleEndpoints } from './pages/console/console-endpoints.ts'
import { dashboardPages } from './pages/dashboard/dashboard.ts'
import { docsPages } from './pages/docs/docs-pages.ts'
import { invitationPages } from './pages/invitation.ts'
import { loginPages } from './pages/login/login.ts'
import { postLogout } from './pages/login/logout.ts'
import { secondFactorPages } from './pages/login/mfa-login.ts'
import { openAddonPages } from './pages/open-addon.ts'
import { getStylesheet } from './pages/stylesheet.ts'
import { backupEndpoints } from './v2/backups.ts'
import { accessTokenEndpoints } from './v2/oauth/access-token.ts'
import { getLoginConsumer } from './v2/oauth/login-consumer.ts'
import { requestTokenEndpoints } from './v2/oauth/request-token.ts'
import { listRights } from './v2/oauth/rights.ts'
import * as deliveries from './v2/organisations/addonproviders/deliveries.ts'
import { providerEndpoints } from './v2/organisations/addonproviders/provider-endpoints.ts'
import * as addons from './v2/organisations/addons/addons.ts'
import * as migrations from './v2/organisations/addons/migrations.ts'
import * as orders from './v2/organisations/addons/orders.ts'
import { postRotation } from './v2/organisations/addons/password.ts'
import { postPreorder } from './v2/organisations/addons/preorders.ts'
import { getSignOn } from './v2/organisations/addons/sso.ts'
import { addonTagEndpoints } from './v2/organisations/addons/tags.ts'
import * as linkedAddons from './v2/organisations/applications/addons.ts'
import * as applications from './v2/organisations/applications/applications.ts'
import { putBuildFlavor } from './v2/organisations/applications/buildflavor.ts'
import * as dependencies from './v2/organisations/applications/dependencies.ts'
import * as deployments from './v2/organisations/applications/deployments.ts'
import { domainEndpoints } from './v2/organisations/applications/domain-endpoints.ts'
import * as env from './v2/organisations/applications/env.ts'
import * as exposedEnv from './v2/organisations/applications/exposed-env.ts'
import * as instances from './v2/organisations/applications/instances.ts'
import { applicationTagEndpoints } from './v2/organisations/applications/tags.ts'
import { listAudit } from './v2/organisations/audit.ts'
import * as avatar from './v2/organisations/avatar.ts'
import * as consumers from './v2/organisations/consumers.ts'
import { listOwnerDeployments } from './v2/organisations/deployments.ts'
import * as invitations from './v2/organisations/invitations.ts'
import * as members from './v2/organisations/members.ts'
import * as organisations from './v2/organisations/organisations.ts'
import * as billings from './v2/organisations/payments/billings.ts'
import { listConsumptions } from './v2/organisations/payments/consumptions.ts'
import { getCreditCount } from './v2/organisations/payments/credits.ts'
import * as payments from './v2/organisations/payments/methods.ts'
import * as offers from './v2/products/addonproviders.ts'
import * as choices from './v2/products/choices.ts'
import { listFlavors } from './v2/products/flavors.ts'
import * as instanceTypes from './v2/products/instances.ts'
import { listLegacyZones } from './v2/products/zones.ts'
import { putPassword } from './v2/self/change-password.ts'
import { getCliToken } from './v2/self/cli-tokens.ts'
import { deleteSelf } from './v2/self/delete-self.ts'
import * as emails from './v2/self/emails.ts'
import * as keys from './v2/self/keys.ts'
import * as mfa from './v2/self/mfa.ts'
import { getSelf, getSelfId, putSelf } from './v2/self/self.ts'
import * as tokens from './v2/self/tokens.ts'
import { getSummary } from './v2/summary.ts'
import { postVendorAddon } from './v2/vendor/addons.ts'
import * as vendorApps from './v2/vendor/apps.ts'
import * as vendorConfigure from './v2/vendor/configure.ts'
import { postConsumption } from './v2/vendor/consumptions.ts'
import * as vendorLogs from './v2/vendor/logs.ts'
import * as addonProviders from './v4/addon-providers.ts'
import { applicationEndpoints } from './v4/applications/application-endpoints.ts'
import { listApplicationEntries } from './v4/applications/application-entries.ts'
import { billingEndpoints } from './v4/billing/billing-endpoints.ts'
import { certificateEndpoints } from './v4/certificates/certificates.ts'
import * as configuration from './v4/config-provider.ts'
import { consoleApiEndpoints } from './v4/console-endpoints.ts'
import { databaseEndpoints } from './v4/databases/database-endpoints.ts'
import { deploymentEndpoints } from './v4/deployments/deployments.ts'
import { logEndpoints } from './v4/drains/log-endpoints.ts'
import { eventEndpoints } from './v4/events/event-endpoints.ts'
import { getExamples, postExample } from './v4/examples.ts'
import { metricsEndpoints } from './v4/metrics/metrics-endpoints.ts'
import { networkGroupEndpoints } from './v4/network-groups/network-group-endpoints.ts'
import { operatorEndpoints } from './v4/operator/operator-endpoints.ts'
import { orchestrationEndpoints } from './v4/orchestration/orchestration-endpoints.ts'
import { getOverview, getStatus } from './v4/overview/overview.ts'
import { getPlatform } from './v4/platform.ts'
import { postRecipe } from './v4/recipes.ts'
import { getReleaseChanges, getReleases, postRollback } from './v4/releases.ts'
import { userSettingEndpoints } from './v4/self/user-settings.ts'
import { sessionEndpoints } from './v4/sessions/session-endpoints.ts'
import * as zones from './v4/zones.ts'

/** All endpoints of the API. */
export const endpoints: readonly Endpoint[] = [
  getHealth,
  getOpenApi(() => ({ api: endpoints, bridge: bridgeEndpoints })),
  ...consoleEndpoints,
  ...docsPages,
  ...loginPages,
  ...secondFactorPages,
  postLogout,
  ...authorizePages,
  ...cliOauthPages,
  ...invitationPages,
  ...accountPages,
  ...openAddonPages,
  ...dashboardPages,
  getStylesheet,
  getCliPackage,
  avatar.getAvatar,

  getSelf,
  putSelf,
  deleteSelf,
  getSelfId,
  putPassword,
  emails.listEmails,
  emails.putEmail,
  emails.deleteEmail,
  emails.getConfirmationEmail,
  tokens.listTokens,
  tokens.getCurrentToken,
  tokens.deleteToken,
  tokens.deleteTokens,
  getCliToken,
  keys.listSshKeys,
  keys.putSshKey,
  keys.deleteSshKey,
  mfa.postSecondFactor,
  mfa.putSecondFactor,
  mfa.deleteSecondFactor,
  mfa.postConfirmation,
  mfa.getBackupCodes,
  mfa.postBackupCodes,
  ...userSettingEndpoints,
  getSummary,

  ...requestTokenEndpoints,
  ...accessTokenEndpoints,
  listRights,
  getLoginConsumer,

  instanceTypes.listInstanceTypes,
  instanceTypes.getInstanceType,
  listFlavors,
  getPlatform,
  zones.listZones,
  zones.getZone,
  listLegacyZones,
  choices.listCountries,
  choices.listCountryCodes,
  choices.listSecondFactorKinds,
  offers.listOffers,
  offers.getOffer,
  addonProviders.getVersions,
  addonProviders.listAllProviders,
  addonProviders.putStage,
  configuration.getConfiguration,
  configuration.listConfiguration,
  configuration.putConfiguration,
  ...databaseEndpoints,

  organisations.listOrganisations,
  organisations.postOrganisation,
  organisations.getOrganisationRecord,
  organisations.putOrganisation,
  organisations.deleteOrganisationForGood,
  members.listMembersOf,
  members.postMember,
  members.putMember,
  members.deleteMember,
  invitations.listInvitationsOf,
  invitations.deleteInvitation,
  avatar.putAvatarOf,
  avatar.deleteAvatar,
  listAudit,

  addons.listAddons,
  orders.postAddon,
  addons.getAddonRecord,
  addons.putAddon,
  orders.deleteAddonForGood,
  orders.postRetry,
  addons.listVariablesOfAddon,
  addons.listApplicationsOfAddon,
  migrations.putPlanOfAddon,
  migrations.listMigrations,
  migrations.postMigration,
  migrations.getMigrationPreorder,
  migrations.getMigration,
  migrations.deleteMigration,
  ...addonTagEndpoints,
  getSignOn,
  postRotation,
  ...backupEndpoints,

  vendorApps.listVendorApps,
  vendorApps.getVendorApp,
  vendorConfigure.putVendorApp,
  vendorConfigure.putMigrationCallback,
  postVendorAddon,
  deliveries.listDeliveries,
  deliveries.postReplay,
  deliveries.listDeliveriesForOperators,
  postConsumption,
  vendorLogs.getLogsCollector,
  vendorLogs.postLogs,

  consumers.listConsumers,
  consumers.postConsumer,
  consumers.getConsumerRecord,
  consumers.putConsumer,
  consumers.deleteConsumerForGood,
  consumers.getConsumerSecret,

  ...providerEndpoints,

  applications.listApplications,
  applications.postApplication,
  applications.getApplicationRecord,
  applications.putApplication,
  putBuildFlavor,
  applications.deleteApplicationForGood,
  env.listVariables,
  env.putVariables,
  env.putVariable,
  env.deleteVariable,
  linkedAddons.listLinkedAddons,
  linkedAddons.postLinkedAddon,
  linkedAddons.deleteLinkedAddon,
  linkedAddons.listAddonVariables,
  dependencies.listDependencyRecords,
  dependencies.putDependency,
  dependencies.deleteDependency,
  dependencies.listDependencyVariables,
  dependencies.listDependentRecords,
  exposedEnv.getExposedVariables,
  exposedEnv.putExposedVariables,
  deployments.listDeployments,
  listOwnerDeployments,
  deployments.getDeployment,
  deployments.deleteDeploymentInstances,
  instances.listInstances,
  instances.postInstances,
  instances.deleteInstances,
  ...orchestrationEndpoints,
  ...applicationTagEndpoints,
  ...domainEndpoints,

  billings.listBillings,
  billings.listUnpaidBillings,
  billings.getBilling,
  billings.getBillingPdf,
  payments.listPaymentMethods,
  payments.getDefaultPaymentMethod,
  payments.getRecurringPayment,
  payments.getMonthlyInvoice,
  payments.getFullPrice,
  payments.listPaymentMethodsV4,
  getCreditCount,
  listConsumptions,
  postPreorder,
  ...billingEndpoints,
  ...operatorEndpoints,
  ...certificateEndpoints,
  ...sessionEndpoints,
  ...consoleApiEndpoints,

  ...networkGroupEndpoints,

  listApplicationEntries,
  getOverview,
  getStatus,
  getExamples,
  postExample,
  ...deploymentEndpoints,
  postRecipe,
  getReleases,
  getReleaseChanges,
  postRollback,
  ...logEndpoints,
  ...eventEndpoints,
  ...metricsEndpoints,
  ...applicationEndpoints,
]

/** Endpoints of the bridge: the API without pages and the OAuth flow, plus API tokens. */
export const bridgeEndpoints: readonly Endpoint[] = [
  apiTokens.postApiToken,
  apiTokens.listApiTokens,
  apiTokens.putApiToken,
  apiTokens.deleteApiToken,
  ...endpoints.filter(
    ({ path, isPage, isSameOrigin }) =>
      /^\/v[24]\/(?!oauth\/)/.test(path) && !isPage && !isSameOrigin,
  ),
]
