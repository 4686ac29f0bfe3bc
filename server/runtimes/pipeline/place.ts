import type { Source } from '#platform/deployments/source.ts'

/** Where an application lies. */
export interface Place {
  /** The files of its folder. */
  source: Source
  /** The whole repository when that folder is only a part of it. */
  repository?: Source
  /** The path of that folder then. */
  folder?: string
  /** The names in each folder that the application's one lies in. */
  above?: ReadonlySet<string>
}
