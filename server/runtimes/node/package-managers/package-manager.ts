import type { Dependencies, Tool } from '#platform/deployments/recipe.ts'
import type { Project } from '#runtimes/node/project.ts'

export interface InstallOrder {
  project: Project
  /** Whether development dependencies are wanted too. */
  development: boolean
}

export interface Installation {
  /** Absent when there is nothing to install. */
  dependencies?: Dependencies
  notes: string[]
}

/** One way to install the dependencies of a JavaScript application and to run its scripts. */
export interface PackageManager {
  /** The values of `CC_NODE_BUILD_TOOL` that choose it. */
  readonly values: readonly string[]
  /** Runs `scripts.start` with what goes before and after it. */
  readonly start: [string, ...string[]]
  /** Variables that it needs when the application runs. */
  readonly environment: Readonly<Record<string, string>>
  /** What it needs beside Node, at the versions that fit this Node. */
  tools(nodeVersion: string): Tool[]
  /** Throws a `Failure` when the source lacks what this manager needs. */
  install(order: InstallOrder): Promise<Installation>
}
