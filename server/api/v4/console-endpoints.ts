import { getEnvironment, putEnvironment } from './applications/environment.ts'
import { getApplicationTools } from './applications/tools.ts'
import { fileEndpoints } from './files/files.ts'
import { listPlatformBackups, postPlatformBackup } from './operation/backups.ts'
import { listRunningDeployments } from './operation/deployments.ts'
import { gitHostEndpoints } from './operation/git-hosts.ts'
import { getMachine } from './operation/machine.ts'
import { listAllOrganisations } from './operation/organisations.ts'
import { listMachinePackages } from './operation/packages.ts'
import { listSettings } from './operation/settings.ts'
import { toolchainEndpoints } from './operation/toolchains.ts'
import { listNamedAudit } from './organisations/audit.ts'
import { postConsumerSecret } from './organisations/consumer-secret.ts'
import * as manifests from './organisations/provider-manifest.ts'
import * as apiTokens from './self/api-tokens.ts'
import { deleteConsent, listConsents } from './self/consents.ts'

/** What the console needs and the public API has no paths for. */
export const consoleApiEndpoints = [
  getEnvironment,
  putEnvironment,
  getApplicationTools,
  apiTokens.listOwnApiTokens,
  apiTokens.postOwnApiToken,
  apiTokens.putOwnApiToken,
  apiTokens.deleteOwnApiToken,
  listConsents,
  deleteConsent,
  listNamedAudit,
  postConsumerSecret,
  manifests.getManifest,
  manifests.putManifest,
  manifests.postManifestChangeCheck,
  getMachine,
  listMachinePackages,
  listAllOrganisations,
  listRunningDeployments,
  listSettings,
  listPlatformBackups,
  postPlatformBackup,
  ...gitHostEndpoints,
  ...toolchainEndpoints,
  ...fileEndpoints,
]
