import {
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  record,
  string,
} from '#kit/schema.ts'
import { suspensionDecisions } from '#platform/model/billing/billing-account.ts'
import { unfinishedStates } from '#platform/model/hosting/deployments/deployment.ts'
import { packageUses, processKinds, processStates } from '#platform/model/operation.ts'

/** The machine that the platform runs on. */
export const machineAnswer = object({
  cpus: integer,
  /** Of the last one, five and fifteen minutes. */
  loadAverage: list(number),
  memoryBytes: integer,
  freeMemoryBytes: integer,
  /** Seconds since the machine was started. */
  uptime: integer,
  /** Versions of the platform, of its Node and of the kernel; commit and date of the platform, as far as they are known. */
  versions: object({
    berth: string,
    commit: nullable(string),
    date: nullable(string),
    node: string,
    kernel: string,
  }),
  /** Instances of all applications: what they may use, and what they do use. */
  instances: object({
    count: integer,
    reservedMemoryBytes: integer,
    memoryBytes: number,
    cpu: number,
  }),
  /** The file system of the data folder. */
  disk: object({ bytes: integer, freeBytes: integer }),
  /** Numbers of deployments by state. */
  deployments: record(integer),
  processes: list(
    object({
      kind: oneOf(...processKinds),
      /** Which of its kind. */
      name: string,
      /** Not started as nobody needs it yet: `idle`; should run and does not: `down`. */
      state: oneOf(...processStates),
      startDate: nullable(string),
      memoryBytes: nullable(integer),
    }),
  ),
})

export const allOrganisationList = list(
  object({
    id: string,
    name: string,
    creationDate: string,
    members: integer,
    applications: integer,
    addons: integer,
    /** Since when its applications are stopped by the platform; null when they are not. */
    suspendedAt: nullable(string),
    suspension: oneOf(...suspensionDecisions),
  }),
)

export const runningDeploymentList = list(
  object({
    id: string,
    number: integer,
    applicationId: string,
    applicationName: string,
    ownerId: string,
    state: oneOf(...unfinishedStates),
    action: oneOf('deploy', 'stop', 'upscale', 'downscale'),
    cause: string,
    creationDate: string,
    /** When it entered its state. */
    stateDate: string,
  }),
)

/** Packages of the machine that the platform uses, by what its package manager knows without the network. */
export const machinePackagesAnswer = object({
  /** Why nothing is known; null when it is. */
  reason: nullable(string),
  checkDate: nullable(string),
  /** When the package manager has last fetched its lists. */
  listDate: nullable(string),
  /** Outdated ones first. */
  packages: list(
    object({
      name: string,
      use: oneOf(...packageUses),
      installed: string,
      /** Version that would be installed. */
      candidate: string,
      isOutdated: boolean,
      /** The candidate is a security update. */
      isSecurity: boolean,
    }),
  ),
})

/** Settings as they are in effect; a secret has no value and no default. */
export const settingsAnswer = list(
  object({
    variable: string,
    meaning: string,
    value: nullable(string),
    fallback: nullable(string),
    source: oneOf('environment', 'default', 'derived'),
  }),
)

const backupRun = object({
  state: oneOf('running', 'done', 'failed'),
  startDate: string,
  endDate: nullable(string),
  /** What it said. */
  lines: list(string),
})

export const platformBackupsAnswer = object({
  /** The folder on the machine. */
  folder: string,
  /** The last one since the start of the server. */
  run: nullable(backupRun),
  backups: list(object({ name: string, bytes: integer, creationDate: string })),
})
