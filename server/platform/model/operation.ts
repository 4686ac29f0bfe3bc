import type { BuildInfo } from '#kit/build-info/describe-build.ts'

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

/** What operators see of the machine and do with it. */
export interface Operation {
  processes(): Promise<PlatformProcess[]>
  /** The file system of the data folder. */
  disk(): Promise<{ bytes: number; freeBytes: number }>
  /** What the platform is built from. */
  build(): Promise<BuildInfo>
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
