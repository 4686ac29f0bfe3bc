import type { ApplicationId } from '#platform/model/ids.ts'
/** The read-only files of one commit. */
export interface Source {
  readonly commit: string
  /** Content of a file, or `undefined` when it does not exist. Refuses files above 4 MB. */
  read(path: string): Promise<string | undefined>
  /** Names directly inside a folder (`''` is the root); folders end with `/`. Empty when there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Writes every file of the commit, without submodules, to an existing, empty folder. An abort ends it at once. */
  extract(folder: string, signal?: AbortSignal): Promise<void>
  /** Submodules (gitlinks) of the commit. */
  submodules?(): Promise<Submodule[]>
  /** Files whose content is a pointer of Git LFS. */
  lfsPointers?(): Promise<string[]>
}

/** A folder for the files of a commit of another repository. */
export interface Submodule {
  path: string
  commit: string
}

/** The source of a commit of an application; an abort ends its reads. */
export type SourceOf = (
  applicationId: ApplicationId,
  commit: string,
  signal?: AbortSignal,
) => Source
