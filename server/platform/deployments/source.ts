/** The read-only files of one commit. */
export interface Source {
  readonly commit: string
  /** The content of a file, or `undefined` when the commit has none at that path. Refuses files above 4 MB. */
  read(path: string): Promise<string | undefined>
  /** Names directly inside a folder (`''` is the root); folders end with `/`. Empty when there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Writes every file of the commit below an existing, empty folder. */
  extract(folder: string): Promise<void>
}

/** Finds the source of a commit of an application. */
export type SourceOf = (applicationId: string, commit: string) => Source
