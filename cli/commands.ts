import type { AnyCommand } from './define-command.ts'

/** How a command is typed, its own words first, and where it is. */
export interface CommandFile {
  words: readonly [string, ...string[]]
  load(): Promise<AnyCommand>
}

/**
 * Every command, in the order of the help. Each is loaded when it is typed: loading all of them takes three times as long as
 * most of them work.
 */
export const commandFiles: readonly CommandFile[] = [
  { words: ['login'], load: async () => (await import('#cli/commands/login/login.ts')).login },
  { words: ['logout'], load: async () => (await import('#cli/commands/logout/logout.ts')).logout },
  {
    words: ['profile'],
    load: async () => (await import('#cli/commands/profile/profile.ts')).profile,
  },
  {
    words: ['profile switch'],
    load: async () => (await import('#cli/commands/profile/profile-switch.ts')).profileSwitch,
  },
  { words: ['create'], load: async () => (await import('#cli/commands/create/create.ts')).create },
  { words: ['link'], load: async () => (await import('#cli/commands/link/link.ts')).link },
  { words: ['unlink'], load: async () => (await import('#cli/commands/unlink/unlink.ts')).unlink },
  {
    words: ['applications', 'applications list'],
    load: async () => (await import('#cli/commands/applications/applications.ts')).applications,
  },
  { words: ['recipe'], load: async () => (await import('#cli/commands/recipe/recipe.ts')).recipe },
  { words: ['deploy'], load: async () => (await import('#cli/commands/deploy/deploy.ts')).deploy },
  { words: ['status'], load: async () => (await import('#cli/commands/status/status.ts')).status },
  { words: ['logs'], load: async () => (await import('#cli/commands/logs/logs.ts')).logs },
  { words: ['open'], load: async () => (await import('#cli/commands/open/open.ts')).open },
  {
    words: ['activity'],
    load: async () => (await import('#cli/commands/activity/activity.ts')).activity,
  },
  {
    words: ['restart'],
    load: async () => (await import('#cli/commands/restart/restart.ts')).restart,
  },
  { words: ['stop'], load: async () => (await import('#cli/commands/stop/stop.ts')).stop },
  {
    words: ['cancel-deploy'],
    load: async () => (await import('#cli/commands/cancel-deploy/cancel-deploy.ts')).cancelDeploy,
  },
  {
    words: ['delete'],
    load: async () => (await import('#cli/commands/delete/delete.ts')).deleteApplication,
  },
  { words: ['env', 'env list'], load: async () => (await import('#cli/commands/env/env.ts')).env },
  { words: ['env get'], load: async () => (await import('#cli/commands/env/env-get.ts')).envGet },
  { words: ['env set'], load: async () => (await import('#cli/commands/env/env-set.ts')).envSet },
  {
    words: ['env rm', 'env unset'],
    load: async () => (await import('#cli/commands/env/env-rm.ts')).envRm,
  },
  {
    words: ['env import'],
    load: async () => (await import('#cli/commands/env/env-import.ts')).envImport,
  },
  {
    words: ['env undo'],
    load: async () => (await import('#cli/commands/env/env-undo.ts')).envUndo,
  },
  {
    words: ['addon', 'addon list'],
    load: async () => (await import('#cli/commands/addon/addon.ts')).addon,
  },
  {
    words: ['addon create'],
    load: async () => (await import('#cli/commands/addon/addon-create.ts')).addonCreate,
  },
  {
    words: ['addon show'],
    load: async () => (await import('#cli/commands/addon/addon-show.ts')).addonShow,
  },
  {
    words: ['addon env'],
    load: async () => (await import('#cli/commands/addon/addon-env.ts')).addonEnv,
  },
  {
    words: ['addon open'],
    load: async () => (await import('#cli/commands/addon/addon-open.ts')).addonOpen,
  },
  {
    words: ['addon rename'],
    load: async () => (await import('#cli/commands/addon/addon-rename.ts')).addonRename,
  },
  {
    words: ['addon plan'],
    load: async () => (await import('#cli/commands/addon/addon-plan.ts')).addonPlan,
  },
  {
    words: ['addon retry'],
    load: async () => (await import('#cli/commands/addon/addon-retry.ts')).addonRetry,
  },
  {
    words: ['addon rotate-password'],
    load: async () =>
      (await import('#cli/commands/addon/addon-rotate-password.ts')).addonRotatePassword,
  },
  {
    words: ['addon delete'],
    load: async () => (await import('#cli/commands/addon/addon-delete.ts')).addonDelete,
  },
  {
    words: ['addon providers', 'addon providers list'],
    load: async () => (await import('#cli/commands/addon/addon-providers.ts')).addonProviders,
  },
  {
    words: ['addon providers show'],
    load: async () =>
      (await import('#cli/commands/addon/addon-providers-show.ts')).addonProvidersShow,
  },
  {
    words: ['database backups'],
    load: async () => (await import('#cli/commands/database/database-backups.ts')).databaseBackups,
  },
  {
    words: ['database backups create'],
    load: async () =>
      (await import('#cli/commands/database/database-backups-create.ts')).databaseBackupsCreate,
  },
  {
    words: ['database backups download'],
    load: async () =>
      (await import('#cli/commands/database/database-backups-download.ts')).databaseBackupsDownload,
  },
  {
    words: ['service', 'service list'],
    load: async () => (await import('#cli/commands/links/links.ts')).links,
  },
  {
    words: ['service link-addon'],
    load: async () => (await import('#cli/commands/links/link-addon.ts')).linkAddon,
  },
  {
    words: ['service unlink-addon'],
    load: async () => (await import('#cli/commands/links/unlink-addon.ts')).unlinkAddon,
  },
  {
    words: ['service link-app'],
    load: async () => (await import('#cli/commands/links/link-app.ts')).linkApp,
  },
  {
    words: ['service unlink-app'],
    load: async () => (await import('#cli/commands/links/unlink-app.ts')).unlinkApp,
  },
  {
    words: ['published-config', 'published-config get'],
    load: async () =>
      (await import('#cli/commands/published-config/published-config.ts')).publishedConfig,
  },
  {
    words: ['published-config set'],
    load: async () =>
      (await import('#cli/commands/published-config/published-config-set.ts')).publishedConfigSet,
  },
  {
    words: ['published-config rm'],
    load: async () =>
      (await import('#cli/commands/published-config/published-config-rm.ts')).publishedConfigRm,
  },
  {
    words: ['published-config import'],
    load: async () =>
      (await import('#cli/commands/published-config/published-config-import.ts'))
        .publishedConfigImport,
  },
  {
    words: ['published-config undo'],
    load: async () =>
      (await import('#cli/commands/published-config/published-config-undo.ts')).publishedConfigUndo,
  },
  {
    words: ['config-provider', 'config-provider get'],
    load: async () =>
      (await import('#cli/commands/config-provider/config-provider.ts')).configProvider,
  },
  {
    words: ['config-provider set'],
    load: async () =>
      (await import('#cli/commands/config-provider/config-provider-set.ts')).configProviderSet,
  },
  {
    words: ['config-provider rm'],
    load: async () =>
      (await import('#cli/commands/config-provider/config-provider-rm.ts')).configProviderRm,
  },
  {
    words: ['config-provider import'],
    load: async () =>
      (await import('#cli/commands/config-provider/config-provider-import.ts'))
        .configProviderImport,
  },
  {
    words: ['config-provider undo'],
    load: async () =>
      (await import('#cli/commands/config-provider/config-provider-undo.ts')).configProviderUndo,
  },
  {
    words: ['organisations', 'organisations list'],
    load: async () => (await import('#cli/commands/organisations/organisations.ts')).organisations,
  },
  {
    words: ['organisations use'],
    load: async () =>
      (await import('#cli/commands/organisations/organisations-use.ts')).organisationsUse,
  },
  {
    words: ['organisations create'],
    load: async () =>
      (await import('#cli/commands/organisations/organisations-create.ts')).organisationsCreate,
  },
  {
    words: ['organisations get'],
    load: async () =>
      (await import('#cli/commands/organisations/organisations-get.ts')).organisationsGet,
  },
  {
    words: ['organisations rename'],
    load: async () =>
      (await import('#cli/commands/organisations/organisations-rename.ts')).organisationsRename,
  },
  {
    words: ['organisations delete'],
    load: async () =>
      (await import('#cli/commands/organisations/organisations-delete.ts')).organisationsDelete,
  },
  {
    words: ['organisations avatar'],
    load: async () =>
      (await import('#cli/commands/organisations/organisations-avatar.ts')).organisationsAvatar,
  },
  {
    words: ['members', 'members list'],
    load: async () => (await import('#cli/commands/members/members.ts')).members,
  },
  {
    words: ['members invite'],
    load: async () => (await import('#cli/commands/members/members-invite.ts')).membersInvite,
  },
  {
    words: ['members role'],
    load: async () => (await import('#cli/commands/members/members-role.ts')).membersRole,
  },
  {
    words: ['members remove'],
    load: async () => (await import('#cli/commands/members/members-remove.ts')).membersRemove,
  },
  {
    words: ['members cancel'],
    load: async () => (await import('#cli/commands/members/members-cancel.ts')).membersCancel,
  },
  {
    words: ['members leave'],
    load: async () => (await import('#cli/commands/members/members-leave.ts')).membersLeave,
  },
  {
    words: ['ssh-keys', 'ssh-keys list'],
    load: async () => (await import('#cli/commands/ssh-keys/ssh-keys.ts')).sshKeys,
  },
  {
    words: ['ssh-keys add'],
    load: async () => (await import('#cli/commands/ssh-keys/ssh-keys-add.ts')).sshKeysAdd,
  },
  {
    words: ['ssh-keys remove'],
    load: async () => (await import('#cli/commands/ssh-keys/ssh-keys-remove.ts')).sshKeysRemove,
  },
  {
    words: ['emails', 'emails list'],
    load: async () => (await import('#cli/commands/emails/emails.ts')).emails,
  },
  {
    words: ['emails add'],
    load: async () => (await import('#cli/commands/emails/emails-add.ts')).emailsAdd,
  },
  {
    words: ['emails primary'],
    load: async () => (await import('#cli/commands/emails/emails-primary.ts')).emailsPrimary,
  },
  {
    words: ['emails remove'],
    load: async () => (await import('#cli/commands/emails/emails-remove.ts')).emailsRemove,
  },
  {
    words: ['password'],
    load: async () => (await import('#cli/commands/password/password.ts')).password,
  },
  {
    words: ['second-factor'],
    load: async () => (await import('#cli/commands/second-factor/second-factor.ts')).secondFactor,
  },
  {
    words: ['second-factor enable'],
    load: async () =>
      (await import('#cli/commands/second-factor/second-factor-enable.ts')).secondFactorEnable,
  },
  {
    words: ['second-factor disable'],
    load: async () =>
      (await import('#cli/commands/second-factor/second-factor-disable.ts')).secondFactorDisable,
  },
  {
    words: ['second-factor codes'],
    load: async () =>
      (await import('#cli/commands/second-factor/second-factor-codes.ts')).secondFactorCodes,
  },
  {
    words: ['account delete'],
    load: async () => (await import('#cli/commands/account/account-delete.ts')).accountDelete,
  },
  {
    words: ['access-tokens', 'access-tokens list'],
    load: async () => (await import('#cli/commands/access-tokens/access-tokens.ts')).accessTokens,
  },
  {
    words: ['access-tokens revoke'],
    load: async () =>
      (await import('#cli/commands/access-tokens/access-tokens-revoke.ts')).accessTokensRevoke,
  },
  {
    words: ['tokens', 'tokens list'],
    load: async () => (await import('#cli/commands/tokens/tokens.ts')).tokens,
  },
  {
    words: ['tokens create'],
    load: async () => (await import('#cli/commands/tokens/tokens-create.ts')).tokensCreate,
  },
  {
    words: ['tokens rename'],
    load: async () => (await import('#cli/commands/tokens/tokens-rename.ts')).tokensRename,
  },
  {
    words: ['tokens revoke'],
    load: async () => (await import('#cli/commands/tokens/tokens-revoke.ts')).tokensRevoke,
  },
  {
    words: ['features', 'features list'],
    load: async () => (await import('#cli/commands/features/features.ts')).features,
  },
  {
    words: ['features enable'],
    load: async () => (await import('#cli/commands/features/features-enable.ts')).featuresEnable,
  },
  {
    words: ['features disable'],
    load: async () => (await import('#cli/commands/features/features-disable.ts')).featuresDisable,
  },
  { words: ['audit'], load: async () => (await import('#cli/commands/audit/audit.ts')).audit },
  {
    words: ['provider', 'provider list'],
    load: async () => (await import('#cli/commands/provider/provider.ts')).provider,
  },
  {
    words: ['provider init'],
    load: async () => (await import('#cli/commands/provider/provider-init.ts')).providerInit,
  },
  {
    words: ['provider push'],
    load: async () => (await import('#cli/commands/provider/provider-push.ts')).providerPush,
  },
  {
    words: ['provider show'],
    load: async () => (await import('#cli/commands/provider/provider-show.ts')).providerShow,
  },
  {
    words: ['provider update'],
    load: async () => (await import('#cli/commands/provider/provider-update.ts')).providerUpdate,
  },
  {
    words: ['provider plans', 'provider plans list'],
    load: async () => (await import('#cli/commands/provider/provider-plans.ts')).providerPlans,
  },
  {
    words: ['provider plans add'],
    load: async () =>
      (await import('#cli/commands/provider/provider-plans-add.ts')).providerPlansAdd,
  },
  {
    words: ['provider plans set'],
    load: async () =>
      (await import('#cli/commands/provider/provider-plans-set.ts')).providerPlansSet,
  },
  {
    words: ['provider plans remove'],
    load: async () =>
      (await import('#cli/commands/provider/provider-plans-remove.ts')).providerPlansRemove,
  },
  {
    words: ['provider features', 'provider features list'],
    load: async () =>
      (await import('#cli/commands/provider/provider-features.ts')).providerFeatures,
  },
  {
    words: ['provider features add'],
    load: async () =>
      (await import('#cli/commands/provider/provider-features-add.ts')).providerFeaturesAdd,
  },
  {
    words: ['provider features remove'],
    load: async () =>
      (await import('#cli/commands/provider/provider-features-remove.ts')).providerFeaturesRemove,
  },
  {
    words: ['provider testers', 'provider testers list'],
    load: async () => (await import('#cli/commands/provider/provider-testers.ts')).providerTesters,
  },
  {
    words: ['provider testers add'],
    load: async () =>
      (await import('#cli/commands/provider/provider-testers-add.ts')).providerTestersAdd,
  },
  {
    words: ['provider testers remove'],
    load: async () =>
      (await import('#cli/commands/provider/provider-testers-remove.ts')).providerTestersRemove,
  },
  {
    words: ['provider deliveries', 'provider deliveries list'],
    load: async () =>
      (await import('#cli/commands/provider/provider-deliveries.ts')).providerDeliveries,
  },
  {
    words: ['provider deliveries replay'],
    load: async () => (await import('#cli/commands/provider/provider-replay.ts')).providerReplay,
  },
  {
    words: ['provider delete'],
    load: async () => (await import('#cli/commands/provider/provider-delete.ts')).providerDelete,
  },
  {
    words: ['provider stage'],
    load: async () => (await import('#cli/commands/provider/provider-stage.ts')).providerStage,
  },
  {
    words: ['provider check'],
    load: async () => (await import('#cli/commands/provider/provider-check.ts')).providerCheck,
  },
  {
    words: ['provider test'],
    load: async () => (await import('#cli/commands/provider/provider-test.ts')).providerTest,
  },
  {
    words: ['oauth-consumers', 'oauth-consumers list'],
    load: async () =>
      (await import('#cli/commands/oauth-consumers/oauth-consumers.ts')).oauthConsumers,
  },
  {
    words: ['oauth-consumers get'],
    load: async () =>
      (await import('#cli/commands/oauth-consumers/oauth-consumers-get.ts')).oauthConsumersGet,
  },
  {
    words: ['oauth-consumers create'],
    load: async () =>
      (await import('#cli/commands/oauth-consumers/oauth-consumers-create.ts'))
        .oauthConsumersCreate,
  },
  {
    words: ['oauth-consumers update'],
    load: async () =>
      (await import('#cli/commands/oauth-consumers/oauth-consumers-update.ts'))
        .oauthConsumersUpdate,
  },
  {
    words: ['oauth-consumers delete'],
    load: async () =>
      (await import('#cli/commands/oauth-consumers/oauth-consumers-delete.ts'))
        .oauthConsumersDelete,
  },
  { words: ['curl'], load: async () => (await import('#cli/commands/curl/curl.ts')).curl },
  {
    words: ['version'],
    load: async () => (await import('#cli/commands/version/version.ts')).version,
  },
]

/** All of them, for whoever shows what there is. */
export const loadCommands = (): Promise<AnyCommand[]> =>
  Promise.all(commandFiles.map(({ load }) => load()))
