import { oneOf, oneOfValues } from '#kit/schema.ts'
import type { VatNumberState } from '#platform/billing/prices/vat-number.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { PlanSwitch } from '#platform/model/marketplace/addon.ts'
import { type Backup, backupStatuses } from '#protocol/databases/backups.ts'

/** Wire names of states: each table lists all states of the platform, so that a new one does not compile without. */
export const deploymentStates = {
  queued: 'WIP',
  building: 'WIP',
  starting: 'WIP',
  checking: 'WIP',
  switching: 'WIP',
  probation: 'WIP',
  live: 'OK',
  stopped: 'OK',
  failed: 'FAIL',
  cancelled: 'CANCELLED',
} as const satisfies Record<Deployment['state'], string>

/** The same in `/v4/orchestration`, which tells what waits from what is under way. */
export const orchestrationStates = {
  queued: 'QUEUED',
  building: 'WORK_IN_PROGRESS',
  starting: 'WORK_IN_PROGRESS',
  checking: 'WORK_IN_PROGRESS',
  switching: 'WORK_IN_PROGRESS',
  probation: 'WORK_IN_PROGRESS',
  live: 'SUCCEEDED',
  stopped: 'SUCCEEDED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
} as const satisfies Record<Deployment['state'], string>

export const deploymentActions = {
  deploy: 'DEPLOY',
  stop: 'UNDEPLOY',
  upscale: 'UPSCALE',
  downscale: 'DOWNSCALE',
} as const satisfies Record<Deployment['action'], string>

export const instanceStates = {
  starting: 'DEPLOYING',
  up: 'UP',
  stopping: 'STOPPING',
} as const satisfies Record<Instance['state'], string>

/** Plan changes are migrations on the wire. */
export const migrationStatuses = {
  RUNNING: 'RUNNING',
  OK: 'OK',
  FAILED: 'FAILED',
  CANCELLED: 'ABORTED',
} as const satisfies Record<PlanSwitch['state'], string>

export const backupStatusToWire = (status: Backup['status']) =>
  status.toUpperCase() as Uppercase<Backup['status']>

export const deploymentState = oneOfValues(deploymentStates)
/** As the platform calls its steps. */
export const deploymentStep = oneOf(...(Object.keys(deploymentStates) as Deployment['state'][]))
/** A task that runs already is told apart. */
export const orchestrationState = oneOf(...Object.values(orchestrationStates), 'TASK_IN_PROGRESS')
export const deploymentAction = oneOfValues(deploymentActions)
/** A starting instance of a task that runs already is told apart. */
export const instanceState = oneOf(...Object.values(instanceStates), 'TASK_IN_PROGRESS')
export const migrationStatus = oneOfValues(migrationStatuses)
export const backupStatus = oneOf(...backupStatuses.map(backupStatusToWire))

export const applicationState = oneOf(
  'SHOULD_BE_UP',
  'WANTS_TO_BE_UP',
  'SHOULD_BE_DOWN',
  'DEFAULT_OF_PAYMENT',
)
export const lifetime = oneOf('REGULAR', 'TASK')
export const httpsRedirection = oneOf('ENABLED', 'DISABLED')
export const vatStates = {
  absent: 'NOT_NEEDED',
  unchecked: 'PENDING_VALIDATION',
  malformed: 'INVALID',
  'not european': 'NOT_APPLICABLE',
} as const satisfies Record<VatNumberState, string>
export const vatState = oneOfValues(vatStates)
export const apiTokenState = oneOf('ACTIVE', 'EXPIRED')
export const databaseStatus = oneOf('ACTIVE', 'TO_DELETE')
/** Kind of second factor. */
export const preferredMfa = oneOf('TOTP', 'NONE')
