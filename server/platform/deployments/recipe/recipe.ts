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
  /** Relative to `folder`: packages that managers may leave out without failing; a tree that lacks one is not shared. */
  expected?: string[]
  /** The tree holds what only this application's credentials can fetch: shared by its own deployments alone. */
  isPrivate?: boolean
  /** The command is the owner's own and may depend on anything: it runs at each build. */
  runsAlways?: boolean
}

/**
 * A file that builds find in their home folder; never part of the artifact. `{{NAME}}` and `{{NAME:base64}}` stand for the
 * value of a variable: the recipe itself holds no secret. `{{NAME:host}}` is host, port and path of an address, without a
 * slash at the end; `{{NAME:unsafeHost}}` is the name alone of a host that is reached without encryption, and its line
 * is left out for any other; `npm_config_registry` is the operator's registry.
 */
export interface HomeFile {
  /** Relative to the home folder, e.g. `.npmrc`. */
  path: string
  template: string
}

/** A secret of the repository that builds find in their home folder as well. */
export interface CopiedFile {
  /** Relative to the home folder. */
  path: string
  /** Relative to the repository, e.g. `clevercloud/id_ed25519`. */
  copyOf: string
}

/** A command that runs beside the start command, in each instance. */
export interface Worker {
  command: [string, ...string[]]
  /** Whether it is started again when it has ended. */
  restart: 'always' | 'on-failure' | 'never'
  /** How long to wait before that, in milliseconds. */
  delay: number
}

/** A command that runs at certain times, in UTC. */
export interface Cron {
  /** Minute, hour, day of the month, month, day of the week, as in a crontab. */
  schedule: string
  command: [string, ...string[]]
  /** In the first instance alone, or in each. */
  where: 'first instance' | 'every instance'
}

/** What an owner wants run in an instance once its deployment has ended; its own end changes nothing. */
export interface Epilogue {
  succeeded?: [string, ...string[]]
  failed?: [string, ...string[]]
}

/** An option that tells a program how much of an instance's memory it may use, unless the owner has set it. */
export interface MemoryOption {
  /** The variable that options are given in, e.g. `NODE_OPTIONS`. */
  variable: string
  /** e.g. `--max-old-space-size` */
  option: string
  share: number
}

/** Tools, build commands and start command, as data. Made by a runtime, carried out by an engine. */
export interface Recipe {
  runtime: string
  tools: Tool[]
  home?: HomeFile[]
  copies?: CopiedFile[]
  /** The folders of submodules stay empty. */
  submodules?: 'left empty'
  /** Nothing that package managers have fetched is kept for the next build. */
  downloads?: 'thrown away'
  /** Steps before the dependencies are installed, such as the owner's pre-build hook. */
  prepare?: BuildStep[]
  dependencies?: Dependencies
  build: BuildStep[]
  /** What of the built files is kept, by path; all of them when absent. */
  kept?: { only: string[] } | { without: string[] }
  /** Commands that each instance runs before its start command; one that fails fails the deployment. */
  beforeStart?: BuildStep[]
  start: [string, ...string[]]
  workers?: Worker[]
  crons?: Cron[]
  epilogue?: Epilogue
  /** A task is run once, listens to nothing and stops; anything else serves until it is replaced. */
  purpose?: 'task'
  memoryOption?: MemoryOption
  /** Variables that the runtime adds; the application's own win. */
  environment: Record<string, string>
  /** Sentences for the top of the log about what was decided and why. */
  notes: string[]
  /** Sentences about what the owner should change. */
  warnings: string[]
}
