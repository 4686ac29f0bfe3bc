import type { StaticFile } from '#api/pages/static-file.ts'

/** The built console in memory: a table, so that no path of a request ever reaches the file system. */
export interface ConsoleFiles {
  /** The page that all addresses of the console get; absent until it is built. */
  index(): Promise<StaticFile | undefined>
  /** Licences of the packages in the console and in the server; absent until it is built. */
  licences(): Promise<StaticFile | undefined>
  /** A file of `/assets/`, by name. */
  asset(name: string): Promise<StaticFile | undefined>
  /** Whether a build is going on. */
  isBuilding(): boolean
}
