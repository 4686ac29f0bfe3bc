import type { ApplicationId } from '#platform/ids.ts'
/** The read-only files of one commit. */
export interface Source {
  readonly commit: string
  /** The content of a file, or `undefined` when the commit has none at that path. Refuses files above 4 MB. */
  read(path: string): Promise<string | undefined>
  /** Names directly inside a folder (`''` is the root); folders end with `/`. Empty when there is no such folder. */
  list(folder: string): Promise<string[]>
  /**
   * Writes every file of the commit below an existing, empty folder; those of submodules are not among them. An abort
   * ends it at once.
   */
  extract(folder: string, signal?: AbortSignal): Promise<void>
  /** The folders that stand for a commit of another repository. */
  submodules?(): Promise<Submodule[]>
}

/** A folder that is to hold the files of a commit of another repository. */
export interface Submodule {
  path: string
  commit: string
}

/** Finds the source of a commit of an application; an abort ends whatever reads it. */
export type SourceOf = (
  applicationId: ApplicationId,
  commit: string,
  signal?: AbortSignal,
) => Source
