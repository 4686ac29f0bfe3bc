import type { Endpoint } from '#api/http/endpoint.ts'
import { previewEndpoints } from '#api/v4/previews/previews.ts'
import { connectedRepositoryEndpoints } from './connected-repository.ts'
import { cronEndpoints } from './crons.ts'
import { maintenanceEndpoints } from './maintenance.ts'
import { repositoryWebhookEndpoints } from './repository-webhook.ts'
import { runEndpoints } from './runs.ts'
import { shellEndpoints } from './shells.ts'
import { sleepEndpoints } from './sleep.ts'

/** What members do with one application, beyond the API of old. */
export const applicationEndpoints: readonly Endpoint[] = [
  ...connectedRepositoryEndpoints,
  ...cronEndpoints,
  ...maintenanceEndpoints,
  ...previewEndpoints,
  ...sleepEndpoints,
  ...repositoryWebhookEndpoints,
  ...runEndpoints,
  ...shellEndpoints,
]
