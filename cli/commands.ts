import { accessTokens } from '#cli/commands/access-tokens/access-tokens.ts'
import { accessTokensRevoke } from '#cli/commands/access-tokens/access-tokens-revoke.ts'
import { accountDelete } from '#cli/commands/account/account-delete.ts'
import { activity } from '#cli/commands/activity/activity.ts'
import { addon } from '#cli/commands/addon/addon.ts'
import { addonCreate } from '#cli/commands/addon/addon-create.ts'
import { addonDelete } from '#cli/commands/addon/addon-delete.ts'
import { addonEnv } from '#cli/commands/addon/addon-env.ts'
import { addonOpen } from '#cli/commands/addon/addon-open.ts'
import { addonPlan } from '#cli/commands/addon/addon-plan.ts'
import { addonProviders } from '#cli/commands/addon/addon-providers.ts'
import { addonProvidersShow } from '#cli/commands/addon/addon-providers-show.ts'
import { addonRename } from '#cli/commands/addon/addon-rename.ts'
import { addonRetry } from '#cli/commands/addon/addon-retry.ts'
import { addonRotatePassword } from '#cli/commands/addon/addon-rotate-password.ts'
import { addonShow } from '#cli/commands/addon/addon-show.ts'
import { applications } from '#cli/commands/applications/applications.ts'
import { audit } from '#cli/commands/audit/audit.ts'
import { cancelDeploy } from '#cli/commands/cancel-deploy/cancel-deploy.ts'
import { configProvider } from '#cli/commands/config-provider/config-provider.ts'
import { configProviderImport } from '#cli/commands/config-provider/config-provider-import.ts'
import { configProviderRm } from '#cli/commands/config-provider/config-provider-rm.ts'
import { configProviderSet } from '#cli/commands/config-provider/config-provider-set.ts'
import { configProviderUndo } from '#cli/commands/config-provider/config-provider-undo.ts'
import { create } from '#cli/commands/create/create.ts'
import { curl } from '#cli/commands/curl/curl.ts'
import { databaseBackups } from '#cli/commands/database/database-backups.ts'
import { databaseBackupsCreate } from '#cli/commands/database/database-backups-create.ts'
import { databaseBackupsDownload } from '#cli/commands/database/database-backups-download.ts'
import { deleteApplication } from '#cli/commands/delete/delete.ts'
import { deploy } from '#cli/commands/deploy/deploy.ts'
import { emails } from '#cli/commands/emails/emails.ts'
import { emailsAdd } from '#cli/commands/emails/emails-add.ts'
import { emailsPrimary } from '#cli/commands/emails/emails-primary.ts'
import { emailsRemove } from '#cli/commands/emails/emails-remove.ts'
import { env } from '#cli/commands/env/env.ts'
import { envGet } from '#cli/commands/env/env-get.ts'
import { envImport } from '#cli/commands/env/env-import.ts'
import { envRm } from '#cli/commands/env/env-rm.ts'
import { envSet } from '#cli/commands/env/env-set.ts'
import { envUndo } from '#cli/commands/env/env-undo.ts'
import { features } from '#cli/commands/features/features.ts'
import { featuresDisable } from '#cli/commands/features/features-disable.ts'
import { featuresEnable } from '#cli/commands/features/features-enable.ts'
import { link } from '#cli/commands/link/link.ts'
import { linkAddon } from '#cli/commands/links/link-addon.ts'
import { linkApp } from '#cli/commands/links/link-app.ts'
import { links } from '#cli/commands/links/links.ts'
import { unlinkAddon } from '#cli/commands/links/unlink-addon.ts'
import { unlinkApp } from '#cli/commands/links/unlink-app.ts'
import { login } from '#cli/commands/login/login.ts'
import { logout } from '#cli/commands/logout/logout.ts'
import { logs } from '#cli/commands/logs/logs.ts'
import { members } from '#cli/commands/members/members.ts'
import { membersCancel } from '#cli/commands/members/members-cancel.ts'
import { membersInvite } from '#cli/commands/members/members-invite.ts'
import { membersLeave } from '#cli/commands/members/members-leave.ts'
import { membersRemove } from '#cli/commands/members/members-remove.ts'
import { membersRole } from '#cli/commands/members/members-role.ts'
import { oauthConsumers } from '#cli/commands/oauth-consumers/oauth-consumers.ts'
import { oauthConsumersCreate } from '#cli/commands/oauth-consumers/oauth-consumers-create.ts'
import { oauthConsumersDelete } from '#cli/commands/oauth-consumers/oauth-consumers-delete.ts'
import { oauthConsumersGet } from '#cli/commands/oauth-consumers/oauth-consumers-get.ts'
import { oauthConsumersUpdate } from '#cli/commands/oauth-consumers/oauth-consumers-update.ts'
import { open } from '#cli/commands/open/open.ts'
import { organisations } from '#cli/commands/organisations/organisations.ts'
import { organisationsAvatar } from '#cli/commands/organisations/organisations-avatar.ts'
import { organisationsCreate } from '#cli/commands/organisations/organisations-create.ts'
import { organisationsDelete } from '#cli/commands/organisations/organisations-delete.ts'
import { organisationsGet } from '#cli/commands/organisations/organisations-get.ts'
import { organisationsRename } from '#cli/commands/organisations/organisations-rename.ts'
import { organisationsUse } from '#cli/commands/organisations/organisations-use.ts'
import { password } from '#cli/commands/password/password.ts'
import { profile } from '#cli/commands/profile/profile.ts'
import { profileSwitch } from '#cli/commands/profile/profile-switch.ts'
import { provider } from '#cli/commands/provider/provider.ts'
import { providerCheck } from '#cli/commands/provider/provider-check.ts'
import { providerDelete } from '#cli/commands/provider/provider-delete.ts'
import { providerDeliveries } from '#cli/commands/provider/provider-deliveries.ts'
import { providerFeatures } from '#cli/commands/provider/provider-features.ts'
import { providerFeaturesAdd } from '#cli/commands/provider/provider-features-add.ts'
import { providerFeaturesRemove } from '#cli/commands/provider/provider-features-remove.ts'
import { providerInit } from '#cli/commands/provider/provider-init.ts'
import { providerPlans } from '#cli/commands/provider/provider-plans.ts'
import { providerPlansAdd } from '#cli/commands/provider/provider-plans-add.ts'
import { providerPlansRemove } from '#cli/commands/provider/provider-plans-remove.ts'
import { providerPlansSet } from '#cli/commands/provider/provider-plans-set.ts'
import { providerPush } from '#cli/commands/provider/provider-push.ts'
import { providerReplay } from '#cli/commands/provider/provider-replay.ts'
import { providerShow } from '#cli/commands/provider/provider-show.ts'
import { providerStage } from '#cli/commands/provider/provider-stage.ts'
import { providerTest } from '#cli/commands/provider/provider-test.ts'
import { providerTesters } from '#cli/commands/provider/provider-testers.ts'
import { providerTestersAdd } from '#cli/commands/provider/provider-testers-add.ts'
import { providerTestersRemove } from '#cli/commands/provider/provider-testers-remove.ts'
import { providerUpdate } from '#cli/commands/provider/provider-update.ts'
import { publishedConfig } from '#cli/commands/published-config/published-config.ts'
import { publishedConfigImport } from '#cli/commands/published-config/published-config-import.ts'
import { publishedConfigRm } from '#cli/commands/published-config/published-config-rm.ts'
import { publishedConfigSet } from '#cli/commands/published-config/published-config-set.ts'
import { publishedConfigUndo } from '#cli/commands/published-config/published-config-undo.ts'
import { recipe } from '#cli/commands/recipe/recipe.ts'
import { restart } from '#cli/commands/restart/restart.ts'
import { secondFactor } from '#cli/commands/second-factor/second-factor.ts'
import { secondFactorCodes } from '#cli/commands/second-factor/second-factor-codes.ts'
import { secondFactorDisable } from '#cli/commands/second-factor/second-factor-disable.ts'
import { secondFactorEnable } from '#cli/commands/second-factor/second-factor-enable.ts'
import { sshKeys } from '#cli/commands/ssh-keys/ssh-keys.ts'
import { sshKeysAdd } from '#cli/commands/ssh-keys/ssh-keys-add.ts'
import { sshKeysRemove } from '#cli/commands/ssh-keys/ssh-keys-remove.ts'
import { status } from '#cli/commands/status/status.ts'
import { stop } from '#cli/commands/stop/stop.ts'
import { tokens } from '#cli/commands/tokens/tokens.ts'
import { tokensCreate } from '#cli/commands/tokens/tokens-create.ts'
import { tokensRename } from '#cli/commands/tokens/tokens-rename.ts'
import { tokensRevoke } from '#cli/commands/tokens/tokens-revoke.ts'
import { unlink } from '#cli/commands/unlink/unlink.ts'
import { version } from '#cli/commands/version/version.ts'
import type { AnyCommand } from './define-command.ts'

/** Every command, in the order of the help. */
export const commands: readonly AnyCommand[] = [
  login,
  logout,
  profile,
  profileSwitch,
  create,
  link,
  unlink,
  applications,
  recipe,
  deploy,
  status,
  logs,
  open,
  activity,
  restart,
  stop,
  cancelDeploy,
  deleteApplication,
  env,
  envGet,
  envSet,
  envRm,
  envImport,
  envUndo,
  addon,
  addonCreate,
  addonShow,
  addonEnv,
  addonOpen,
  addonRename,
  addonPlan,
  addonRetry,
  addonRotatePassword,
  addonDelete,
  addonProviders,
  addonProvidersShow,
  databaseBackups,
  databaseBackupsCreate,
  databaseBackupsDownload,
  links,
  linkAddon,
  unlinkAddon,
  linkApp,
  unlinkApp,
  publishedConfig,
  publishedConfigSet,
  publishedConfigRm,
  publishedConfigImport,
  publishedConfigUndo,
  configProvider,
  configProviderSet,
  configProviderRm,
  configProviderImport,
  configProviderUndo,
  organisations,
  organisationsUse,
  organisationsCreate,
  organisationsGet,
  organisationsRename,
  organisationsDelete,
  organisationsAvatar,
  members,
  membersInvite,
  membersRole,
  membersRemove,
  membersCancel,
  membersLeave,
  sshKeys,
  sshKeysAdd,
  sshKeysRemove,
  emails,
  emailsAdd,
  emailsPrimary,
  emailsRemove,
  password,
  secondFactor,
  secondFactorEnable,
  secondFactorDisable,
  secondFactorCodes,
  accountDelete,
  accessTokens,
  accessTokensRevoke,
  tokens,
  tokensCreate,
  tokensRename,
  tokensRevoke,
  features,
  featuresEnable,
  featuresDisable,
  audit,
  provider,
  providerInit,
  providerPush,
  providerShow,
  providerUpdate,
  providerPlans,
  providerPlansAdd,
  providerPlansSet,
  providerPlansRemove,
  providerFeatures,
  providerFeaturesAdd,
  providerFeaturesRemove,
  providerTesters,
  providerTestersAdd,
  providerTestersRemove,
  providerDeliveries,
  providerReplay,
  providerDelete,
  providerStage,
  providerCheck,
  providerTest,
  oauthConsumers,
  oauthConsumersGet,
  oauthConsumersCreate,
  oauthConsumersUpdate,
  oauthConsumersDelete,
  curl,
  version,
]
