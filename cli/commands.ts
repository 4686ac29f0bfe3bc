import { accessTokens } from '#cli/commands/access-tokens/access-tokens.ts'
import { accessTokensRevoke } from '#cli/commands/access-tokens/access-tokens-revoke.ts'
import { accountDelete } from '#cli/commands/account/account-delete.ts'
import { activity } from '#cli/commands/activity/activity.ts'
import { applications } from '#cli/commands/applications/applications.ts'
import { audit } from '#cli/commands/audit/audit.ts'
import { cancelDeploy } from '#cli/commands/cancel-deploy/cancel-deploy.ts'
import { create } from '#cli/commands/create/create.ts'
import { curl } from '#cli/commands/curl/curl.ts'
import { deleteApplication } from '#cli/commands/delete/delete.ts'
import { deploy } from '#cli/commands/deploy/deploy.ts'
import { emails } from '#cli/commands/emails/emails.ts'
import { emailsAdd } from '#cli/commands/emails/emails-add.ts'
import { emailsPrimary } from '#cli/commands/emails/emails-primary.ts'
import { emailsRemove } from '#cli/commands/emails/emails-remove.ts'
import { env } from '#cli/commands/env/env.ts'
import { envImport } from '#cli/commands/env/env-import.ts'
import { envRm } from '#cli/commands/env/env-rm.ts'
import { envSet } from '#cli/commands/env/env-set.ts'
import { features } from '#cli/commands/features/features.ts'
import { featuresDisable } from '#cli/commands/features/features-disable.ts'
import { featuresEnable } from '#cli/commands/features/features-enable.ts'
import { link } from '#cli/commands/link/link.ts'
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
import { password } from '#cli/commands/password/password.ts'
import { profile } from '#cli/commands/profile/profile.ts'
import { profileSwitch } from '#cli/commands/profile/profile-switch.ts'
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
  envSet,
  envRm,
  envImport,
  organisations,
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
  oauthConsumers,
  oauthConsumersGet,
  oauthConsumersCreate,
  oauthConsumersUpdate,
  oauthConsumersDelete,
  curl,
  version,
]
