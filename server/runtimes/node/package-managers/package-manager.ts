import type {
  BuildStep,
  Dependencies,
  HomeFile,
  Tool,
} from '#platform/deployments/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/catalogue.ts'
import type { Project } from '#runtimes/node/project.ts'
import type { GivenTools } from '#runtimes/planner.ts'

export type Command = [string, ...string[]]

export interface InstallOrder {
  project: Project
  /** Whether development dependencies are wanted too. */
  development: boolean
  /** The exact version of Node. */
  node: string
  catalogue: Catalogue
  given: GivenTools
}

export interface Installation {
  /** What it needs beside Node and the npm that comes with it. */
  tools: Tool[]
  /** Absent when there is nothing to install. */
  dependencies?: Dependencies
  /** Steps after the installation. */
  build?: BuildStep[]
  /** Variables that it needs when the application runs. */
  environment: Record<string, string>
  notes: string[]
  warnings: string[]
}

/** One way to install the dependencies of a JavaScript application and to run its scripts. */
export interface PackageManager {
  /** The values of `CC_NODE_BUILD_TOOL` that choose it. */
  readonly values: readonly string[]
  /** The lock files that it follows; the first is the one that it writes. */
  readonly lockFiles: readonly string[]
  /** It runs npm, so that what package.json says of the version of npm counts. */
  readonly usesNpm?: true
  /** Runs `scripts.start` with what goes before and after it. */
  start(project: Project): Command
  /** Runs one file of the application. */
  run(file: string, project: Project): Command | Promise<Command>
  /** The settings with which it reaches its registry. */
  home(project: Project): HomeFile[]
  /** Throws a `Failure` when the source lacks what this manager needs. */
  install(order: InstallOrder): Promise<Installation>
}
