import type { Endpoint } from '#api/http/endpoint.ts'
import { branchEndpoints } from '#api/v2/organisations/applications/branches.ts'
import { listGithubApplications } from '#api/v2/self/github.ts'
import { previewEndpoints } from '#api/v4/previews/previews.ts'
import { promotionEndpoints } from '#api/v4/promotions/promotions.ts'
import { connectedRepositoryEndpoints } from './connected-repository.ts'
import { cronEndpoints } from './crons.ts'
import { maintenanceEndpoints } from './maintenance.ts'
import { repositoryWebhookEndpoints } from './repository-webhook.ts'
import { runEndpoints } from './runs.ts'
import { shellEndpoints } from './shells.ts'
import { sleepEndpoints } from './sleep.ts'

/** What members do with one application beyond the API of old, and what of that is about repositories elsewhere. */
export const applicationEndpoints: readonly Endpoint[] = [
  ...branchEndpoints,
  listGithubApplications,
  ...connectedRepositoryEndpoints,
  ...cronEndpoints,
  ...maintenanceEndpoints,
  ...previewEndpoints,
  ...sleepEndpoints,
  ...promotionEndpoints,
  ...repositoryWebhookEndpoints,
  ...runEndpoints,
  ...shellEndpoints,
]
