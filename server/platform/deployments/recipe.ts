/** A tool at an exact version, e.g. `{ name: 'node', version: '22.20.0' }`. */
export interface Tool {
  name: string
  version: string
  /** What its archive must hash to, as the owner has pinned it: `sha512.<hexadecimal>`. */
  hash?: string
}

/** One command of a build, run in the sandbox with the application's folder as the working folder. */
export interface BuildStep {
  /** What the log says before it runs, e.g. `npm ci`. */
  title: string
  command: [string, ...string[]]
  /** Variables for this step alone, over the application's environment. */
  environment?: Record<string, string>
}

/**
 * How the dependency tree is made. When `sharedBy` is given, the tree depends on nothing but those files,
 * the tools and the command, and may be reused for every source that has the same.
 * It is then installed with nothing but those files at hand, and without the application's variables.
 */
export interface Dependencies {
  /** Relative to the application's folder, e.g. `node_modules`. */
  folder: string
  install: BuildStep
  /** Paths of the files that decide the tree (manifest, lock file); absent = not to be shared. */
  sharedBy?: string[]
}

/** Tools, build commands and start command, as data. Made by a runtime, carried out by an engine. */
export interface Recipe {
  runtime: string
  tools: Tool[]
  dependencies?: Dependencies
  build: BuildStep[]
  start: [string, ...string[]]
  /** Variables that the runtime adds; the application's own win. */
  environment: Record<string, string>
  /** Sentences for the top of the log about what was decided and why. */
  notes: string[]
  /** Sentences about what the owner should change. */
  warnings: string[]
}
