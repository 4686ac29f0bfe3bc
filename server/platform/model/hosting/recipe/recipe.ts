import { Failure } from '#platform/model/hosting/deployments/failure.ts'

/** A tool at an exact version, e.g. `{ name: 'node', version: '22.20.0' }`. */
export interface Tool {
  name: string
  version: string
  /** Pinned hash of its archive: `sha512.<hexadecimal>`. */
  hash?: string
}

/** One command of a build, run in the sandbox in the application's folder. */
export interface BuildStep {
  /** Log line before it runs, e.g. `npm ci`. */
  title: string
  command: [string, ...string[]]
  /** Variables of this step, which override the application's environment. */
  environment?: Record<string, string>
}

/**
 * Installation of the dependency tree. With `sharedBy`, the tree depends only on those files, the tools and the
 * command, and is reused for every source where they are equal; it is then installed with only those files present and
 * without the application's variables.
 */
export interface Dependencies {
  /** Relative to the application's folder, e.g. `node_modules`. */
  folder: string
  install: BuildStep
  /** Files that determine the tree (manifest, lock file); absent = not shared. */
  sharedBy?: string[]
  /**
   * Relative to `folder`: packages that a package manager may skip without failing; a tree without one is not shared.
   */
  expected?: string[]
  /** The tree needs this application's credentials: shared by its own deployments only. */
  isPrivate?: boolean
  /** Over what it has installed before, the command only runs the application's own install scripts. */
  isIncremental?: boolean
  /** The command is the owner's own and may depend on anything: run in each build. */
  runsAlways?: boolean
}

/**
 * A file in the home folder of builds; never part of the artifact. `{{NAME}}` and `{{NAME:base64}}` are replaced by
 * the value of a variable, so that the recipe itself contains no secret. `{{NAME:host}}` is host, port and path of a
 * URL without trailing slash; `{{NAME:unsafeHost}}` is the host name of an unencrypted URL, and its line is dropped
 * for any other; `npm_config_registry` is the operator's registry.
 */
export interface HomeFile {
  /** Relative to the home folder, e.g. `.npmrc`. */
  path: string
  template: string
}

/** A secret file of the repository, copied to the home folder of builds. */
export interface CopiedFile {
  /** Relative to the home folder. */
  path: string
  /** Relative to the repository, e.g. `clevercloud/id_ed25519`. */
  copyOf: string
}

export const restartPolicies = ['always', 'on-failure', 'never'] as const

/** A command that runs beside the start command in each instance. */
export interface Worker {
  command: [string, ...string[]]
  restart: (typeof restartPolicies)[number]
  /** Delay before a restart, in milliseconds. */
  delay: number
}

/** In one running instance, or in each. */
export const cronPlaces = ['one instance', 'every instance'] as const

/** A command on a schedule, in UTC. */
export interface Cron {
  /** As the repository calls it; absent for a plain line. */
  name?: string
  /** Minute, hour, day of the month, month, day of the week, as in a crontab. */
  schedule: string
  command: [string, ...string[]]
  where: (typeof cronPlaces)[number]
  /** Milliseconds after which a run is ended; a default when absent. */
  timeout?: number
}

/** The owner's post-deploy hook, run in an instance; its outcome changes nothing. */
export interface Epilogue {
  succeeded?: [string, ...string[]]
  failed?: [string, ...string[]]
}

/** An option that limits a program's memory to a share of the instance's, unless the owner has set it. */
export interface MemoryOption {
  /** Variable that contains options, e.g. `NODE_OPTIONS`. */
  variable: string
  /** e.g. `--max-old-space-size`; empty where the variable is the number alone, e.g. `GOMEMLIMIT`. */
  option: string
  /** Follows the number of megabytes, e.g. `m`. */
  unit?: string
  /** Prefixes of options that mean the same, e.g. `-Xmx`. */
  synonyms?: readonly string[]
  share: number
  /** Megabytes that it never falls below. */
  minimum?: number
}

/** Options of the owner that the commands of a build do not get, such as those that load an agent. */
export interface OmittedOptions {
  /** Variables that contain options, e.g. `JAVA_TOOL_OPTIONS`. */
  variables: readonly string[]
  /** How such options begin, e.g. `-javaagent:`. */
  prefixes: readonly string[]
}

/** An image that is run as it is. */
export interface ReferencedImage {
  /** As its owner has named it: `registry.example/name:tag`. */
  reference: string
  /** What that name has led to, and what is pulled from then on: `sha256:…`; absent before the first build. */
  digest?: string
}

/** An image that is built from a Dockerfile, or pulled from a registry. */
export interface DockerfileBuild {
  /** Relative to the repository: the Dockerfile, or the file that names the image. */
  path: string
  /** Pulled, and no Dockerfile is built. */
  image?: ReferencedImage
  /** Port that the container listens on. */
  port: number
  /** Names of variables that the Dockerfile gets. */
  buildArguments: string[]
  /** Names of variables that its commands read by `RUN --mount=type=secret`; absent in recipes of earlier versions. */
  secrets?: string[]
  /** The registry, such as `registry.example:5000`, at which the build logs in with `loginVariables`. */
  login?: string
}

/** Variables with the login at a registry. */
export const loginVariables = {
  server: 'CC_DOCKER_LOGIN_SERVER',
  user: 'CC_DOCKER_LOGIN_USERNAME',
  password: 'CC_DOCKER_LOGIN_PASSWORD',
} as const

/** Start command of a recipe with a Dockerfile: the image has its own. */
export const imageCommand: [string] = ['(the command of the image)']

/** Names of variables that each instance gets from the platform, unless the owner has set them. */
export interface ProvidedVariables {
  /** A secret of the application, the same at every start. */
  secret?: string
  /** Hosts of its domains, with blanks between them; `.example.org` for all names below. */
  hosts?: string
}

/** Hosts that an application answers by its own configuration; `.example.org` with all names below, `.` any. */
export interface AllowedHosts {
  hosts: string[]
  /** Where they are written, e.g. `play.filters.hosts.allowed in conf/application.conf`. */
  origin: string
}

/** Tools, build commands and start command, as data. Made by a runtime, executed by an engine. */
export interface Recipe {
  runtime: string
  tools: Tool[]
  /** Folders of the application that lead the `PATH` of all its commands, such as `.venv/bin`. */
  programs?: string[]
  home?: HomeFile[]
  copies?: CopiedFile[]
  /** Submodules are not checked out. */
  submodules?: 'left empty'
  /** Package manager caches are not kept for the next build. */
  downloads?: 'thrown away'
  /** Steps before the dependencies are installed, such as the owner's pre-build hook. */
  prepare?: BuildStep[]
  dependencies?: Dependencies
  build: BuildStep[]
  /** Folders in which build steps cache their own work; kept for the next build of the same application. */
  buildCaches?: string[]
  /** Built instead of all other steps. */
  dockerfile?: DockerfileBuild
  /** Built files to keep, by path; default: all. */
  kept?: { only: string[] } | { without: string[] }
  /** Commands that each instance runs before its start command; a failing one fails the deployment. */
  beforeStart?: BuildStep[]
  start: [string, ...string[]]
  /** How the application is told where to listen: a log line for one that listens elsewhere. */
  listenAdvice?: string
  workers?: Worker[]
  crons?: Cron[]
  epilogue?: Epilogue
  /** A task runs once, listens on no port and stops; anything else serves until it is replaced. */
  purpose?: 'task'
  /** It takes long until it listens, as a JVM does; the default timeout of its health check is longer. */
  startup?: 'slow'
  provided?: ProvidedVariables
  /** Absent when it answers any host, or when that is not known. */
  allowedHosts?: AllowedHosts
  memoryOption?: MemoryOption | MemoryOption[]
  omittedInBuild?: OmittedOptions
  /** Variables added by the runtime; the application's own take precedence. */
  environment: Record<string, string>
  /** Log lines about decisions and their reasons. */
  notes: string[]
  /** Log lines about what the owner should change. */
  warnings: string[]
}

/** Refuses a Dockerfile on an engine that builds none. */
export function refuseDockerfile({ dockerfile }: Recipe, engine: string): void {
  if (!dockerfile) return
  throw new Failure('build', `The engine ${engine} of this platform builds no Dockerfiles.`, [
    'Ask the operator for BERTH_ENGINE=process or BERTH_ENGINE=swarm, or choose the type of your language.',
  ])
}
