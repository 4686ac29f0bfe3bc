import type { BuildIdentity } from '#kit/build-identity/describe-build.ts'

/** What a process of the platform is for. */
export const processKinds = ['server', 'router', 'standby', 'provider', 'database'] as const
export type ProcessKind = (typeof processKinds)[number]

/** `idle`: it is not started, because nobody needs it yet. `down`: it should run and does not. */
export const processStates = ['running', 'idle', 'down'] as const

/** A process of the platform, or one that should be there. */
export interface PlatformProcess {
  kind: ProcessKind
  /** Which of its kind: a provider's id, a database server's folder; the kind for those that there is one of. */
  name: string
  state: (typeof processStates)[number]
  /** Milliseconds since the epoch; `null` when it does not run. */
  startedAt: number | null
  memoryBytes: number | null
}

/** A setting as it is in effect. */
export interface EffectiveSetting {
  variable: string
  meaning: string
  /** `null` for a secret. */
  value: string | null
  /** Value without a variable; `null` for a secret. */
  fallback: string | null
  /** `derived`: chosen by the platform for this machine, because the default is empty. */
  source: 'environment' | 'default' | 'derived'
}

/** An archive of the whole platform. */
export interface PlatformBackup {
  name: string
  bytes: number
  createdAt: number
}

/** The last back-up that was asked for since the start of the server. */
export interface BackupRun {
  state: 'running' | 'done' | 'failed'
  startedAt: number
  endedAt: number | null
  /** What it said. */
  lines: readonly string[]
}

/** What the platform takes a package of the machine for. */
export const packageUses = ['sandbox', 'libraries', 'git', 'databases', 'router'] as const
export type PackageUse = (typeof packageUses)[number]

/** A package of the machine that the platform uses; it is outdated when its candidate is another version. */
export interface MachinePackage {
  name: string
  use: PackageUse
  installed: string
  /** Version that the package manager would install. */
  candidate: string
  /** The candidate is a security update. */
  isSecurity: boolean
}

/** What the package manager of the machine knows, without asking the network. */
export type MachinePackages =
  | { state: 'unknown'; reason: string }
  | {
      state: 'known'
      checkedAt: number
      /** When the package manager has last fetched its lists. */
      listedAt: number
      /** Outdated ones first. */
      packages: readonly MachinePackage[]
    }

/** What operators see of the machine and do with it. */
export interface Operation {
  processes(): Promise<PlatformProcess[]>
  /** The file system of the data folder. */
  disk(): Promise<{ bytes: number; freeBytes: number }>
  /** What the platform is built from. */
  build(): Promise<BuildIdentity>
  /** Kept for an hour. */
  packages(): Promise<MachinePackages>
  settings(): EffectiveSetting[]
  readonly backups: PlatformBackups
}

/** Archives that were asked for through the API. */
export interface PlatformBackups {
  /** Where they are. */
  readonly folder: string
  /** Newest first. */
  list(): Promise<PlatformBackup[]>
  readonly run: BackupRun | undefined
  /** Begins one; refused while another is being made. */
  begin(): Promise<BackupRun>
}
