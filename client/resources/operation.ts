import type { Connection } from '#client/http/connection.ts'

/** The machine that a platform runs on, and its processes. */
export interface Machine {
  cpus: number
  /** Of the last one, five and fifteen minutes. */
  loadAverage: number[]
  memoryBytes: number
  freeMemoryBytes: number
  /** Seconds. */
  uptime: number
  /** Absent on platforms of an earlier version, as are commit and date; these are `null` where they are not known. */
  versions?: {
    berth: string
    commit?: string | null
    /** ISO 8601. */
    date?: string | null
    node: string
    kernel: string
  }
  instances: { count: number; reservedMemoryBytes: number; memoryBytes: number; cpu: number }
  /** The file system of the data folder. */
  disk: { bytes: number; freeBytes: number }
  /** Numbers by state. */
  deployments: Record<string, number>
  processes: {
    kind: 'server' | 'router' | 'standby' | 'provider' | 'database'
    /** Which of its kind. */
    name: string
    /** `idle`: not started, as nobody needs it yet; `down`: should run and does not. */
    state: 'running' | 'idle' | 'down'
    /** ISO 8601; `null` when it does not run. */
    startDate: string | null
    memoryBytes: number | null
  }[]
}

/** Packages of the machine that the platform uses. */
export interface MachinePackages {
  /** Why nothing is known; `null` when it is. */
  reason: string | null
  checkDate: string | null
  /** When the machine has last fetched its lists of packages. */
  listDate: string | null
  /** Outdated ones first. */
  packages: {
    name: string
    use: 'sandbox' | 'libraries' | 'git' | 'databases' | 'router'
    installed: string
    candidate: string
    isOutdated: boolean
    isSecurity: boolean
  }[]
}

export interface AnyOrganisation {
  id: string
  name: string
  creationDate: string
  members: number
  applications: number
  addons: number
  /** Since when the platform keeps its applications stopped. */
  suspendedAt: string | null
  /** `automatic` by due dates, else as an operator decided. */
  suspension: 'automatic' | 'suspended' | 'exempt'
}

/** A setting of the server as it is in effect; a secret has no value and no default. */
export interface PlatformSetting {
  variable: string
  meaning: string
  value: string | null
  fallback: string | null
  /** `derived`: chosen by the platform for this machine. */
  source: 'environment' | 'default' | 'derived'
}

/** Archives of the whole platform that were asked for through the API. */
export interface PlatformBackups {
  /** The folder on the machine. */
  folder: string
  /** The last one since the start of the server. */
  run: {
    state: 'running' | 'done' | 'failed'
    startDate: string
    endDate: string | null
    lines: string[]
  } | null
  /** Newest first. */
  backups: { name: string; bytes: number; creationDate: string }[]
}

/** A deployment of any application that has not ended. */
export interface RunningDeployment {
  id: string
  number: number
  applicationId: string
  applicationName: string
  ownerId: string
  state: string
  action: string
  cause: string
  creationDate: string
  stateDate: string
}

/** The whole platform, for operators. */
export const operation = ({ ask }: Connection) => ({
  machine: () => ask<Machine>({ method: 'GET', path: '/v4/berth/operator/machine' }),

  packages: () => ask<MachinePackages>({ method: 'GET', path: '/v4/berth/operator/packages' }),

  /** By name. */
  organisations: (
    query: {
      search?: string | undefined
      limit?: number | undefined
      offset?: number | undefined
    } = {},
  ) => ask<AnyOrganisation[]>({ method: 'GET', path: '/v4/berth/operator/organisations', query }),

  settings: () => ask<PlatformSetting[]>({ method: 'GET', path: '/v4/berth/operator/settings' }),

  backups: () => ask<PlatformBackups>({ method: 'GET', path: '/v4/berth/operator/backups' }),

  /** Begins one. */
  backUp: () => ask<PlatformBackups>({ method: 'POST', path: '/v4/berth/operator/backups' }),

  /** Those that have not ended, oldest first. */
  deployments: () =>
    ask<RunningDeployment[]>({ method: 'GET', path: '/v4/berth/operator/deployments' }),
})
