import type { StaticFile } from '#api/pages/static-file.ts'

/** The built documentation. Paths are looked up in a list: none of a request reaches the file system. */
export interface DocsFiles {
  /** Whether there is any. */
  isBuilt(): Promise<boolean>
  /** A file by its path below `/docs/`. */
  file(path: string): Promise<StaticFile | undefined>
}
