import type { ImageSystem } from '#engines/process/sandbox/confinement.ts'

/** What an image says of its container, and what its root has. */
export interface BuiltImage extends ImageSystem {
  command: string[]
  environment: Record<string, string>
  /** Port that its container listens on. */
  port: number
  /** What tells the command to end, SIGTERM for most. */
  stopSignal: NodeJS.Signals
  /** `sha256:…` by which its registry has an image by reference. */
  digest?: string
}
