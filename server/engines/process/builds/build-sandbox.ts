import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folderOf } from '#engines/process/folders.ts'
import { maxFileSize } from '#engines/process/limits/disk-shares.ts'
import { groupsOf } from '#engines/process/limits/owner-groups.ts'
import { type FetchedTool, type Parts, userOf } from '#engines/process/parts.ts'
import {
  type Confinement,
  defaultDirs,
  type SandboxDirs,
  sandboxPathsOf,
} from '#engines/process/sandbox/confinement.ts'
import { refreshNameServers } from '#engines/process/sandbox/etc-files.ts'
import { toolVariables, variablesOf } from '#engines/process/sandbox/variables.ts'
import { memoryKills, removeGroup } from '#kit/control-groups/control-groups.ts'
import { giveEmptyFolder, giveTree } from '#kit/tenant-files/trees.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { FilledFile } from '#platform/model/hosting/recipe/home-file.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import { type Adviser, adviser } from './advice.ts'
import { archiveFolder, downloadFolders } from './dependencies/download-folders.ts'
import { linkedFolders } from './dependencies/linked-folders.ts'
import { headerVariables } from './dependencies/native-headers.ts'
import { removeHomeFiles, sshVariables, writeHomeFiles } from './home-files.ts'
import { javaBuildVariables } from './java/java-build-variables.ts'
import { sbtVariables } from './sbt/sbt-variables.ts'
import { sharedArtifactsPath, usesSharedArtifacts } from './sbt/shared-artifacts.ts'
import { concealing, runConfined } from './step.ts'

/** The folder of one build and the sandbox around it; both are removed on close. */
export interface BuildSandbox extends AsyncDisposable {
  folder: string
  /** Folder of the application's files. */
  app: string
  user: number | undefined
  /** Files written into the home folder of each command. */
  home: readonly FilledFile[]
  /** Aborted when the build has to end, such as for exceeding its disk limit. */
  signal: AbortSignal
  /**
   * Makes the folders of a sandbox, with these home files; the server owns the application's folder until it is filled.
   */
  makeDirs(dirs: SandboxDirs, files: readonly FilledFile[]): Promise<void>
  /** Mounts a folder below the application's in all further commands there; what they change gets into `app`. */
  mountLayer(folder: string): void
  /** Sets up limits and network of the build, once, and says what isolates its commands. */
  confine(): Promise<Confinement>
  /** Runs one command in prepared folders; throws a `Failure` when it fails. */
  run(step: BuildStep, where: Where): Promise<void>
}

/** A command was killed before it exited. */
export class InterruptedError extends Error {
  readonly title: string
  /** Advice derived from its output. */
  readonly advice: string[]

  constructor(title: string, advice: string[]) {
    super(`${title} was ended`)
    this.title = title
    this.advice = advice
  }
}

export interface Where {
  dirs: SandboxDirs
  tools: FetchedTool[]
  /** Variables that those of the step override. */
  environment: Readonly<Record<string, string>>
  /** Whether the command installs dependencies. */
  isInstall?: boolean
  /** Package manager cache of earlier builds, instead of the one that the application's own commands write to. */
  cache?: string
}

const port = 8080
const layerWorkdir = 'layer-work'

/** Folders for installing a shared dependency tree: they contain nothing written by a command of the application. */
export const installDirs: SandboxDirs = { app: 'install', home: 'install-home', tmp: 'install-tmp' }

export async function openBuildSandbox(
  parts: Parts,
  order: BuildOrder,
  { home, signal }: { home: readonly FilledFile[]; signal: AbortSignal },
): Promise<BuildSandbox> {
  const { folders, trash, capabilities, network, system } = parts
  const { deploymentId, applicationId, onLine, say } = order
  const folder = folderOf(folders.builds, deploymentId)
  const user = userOf(parts, order.applicationNumber)
  const cache =
    order.recipe.downloads === 'thrown away'
      ? join(folder, 'downloads')
      : folderOf(folders.caches, applicationId)
  await trash.throwAway(folder)
  await mkdir(folder, { mode: 0o711 })
  const homes: string[] = []
  const conceal = concealing(home.flatMap(({ secrets }) => secrets))
  let confinement: Promise<Confinement> | undefined
  let layer: string | undefined

  /** Lazily created, because a build without commands needs no sandbox. */
  const setUp = async (): Promise<Confinement> => {
    if (order.withoutCache) await trash.throwAway(cache)
    await mkdir(cache, { recursive: true })
    await giveEmptyFolder(user, cache)
    await utimes(cache, new Date(), new Date())
    await refreshNameServers(folders.etc, network !== undefined)
    const ofOwner = groupsOf(parts, order)
    await writeFile(join(folder, 'groups'), JSON.stringify(ofOwner?.foldersOf(deploymentId) ?? []))
    const groups = (await ofOwner?.create(deploymentId, order.limits)) ?? []
    const attachment = await network?.attachBuild(deploymentId, order.ownerId)
    await network?.allowEgress(deploymentId, order.reaches)
    const compiled = await parts.compiled.find(order.recipe.tools)
    const artifacts = artifactsOf(parts, order)
    return {
      id: deploymentId,
      applicationId,
      folder,
      dirs: defaultDirs,
      tools: [],
      cache,
      groups,
      isSandboxed: capabilities.sandbox,
      etc: folders.etc,
      endsWithServer: true,
      maxFileSize: maxFileSize(parts.buildRoom),
      maxLinesPerSecond: parts.maxLinesPerSecond,
      ...(user === undefined ? {} : { user }),
      ...(capabilities.filter === undefined ? {} : { filter: capabilities.filter }),
      ...(attachment ? { netns: attachment.netns } : {}),
      ...(compiled ? { compiled } : {}),
      ...(artifacts ? { artifacts } : {}),
    }
  }

  const confine = () => {
    confinement ??= setUp()
    return confinement
  }

  return {
    folder,
    app: join(folder, 'app'),
    user,
    home,
    signal,
    async makeDirs(dirs, files) {
      for (const name of Object.values(dirs)) await mkdir(join(folder, name))
      await giveEmptyFolder(user, join(folder, dirs.tmp))
      homes.push(join(folder, dirs.home))
      await writeHomeFiles(join(folder, dirs.home), files)
      await giveTree(user, join(folder, dirs.home))
    },
    mountLayer(below) {
      layer = below
    },
    confine,
    async run(step, where) {
      signal.throwIfAborted()
      say(step.title)
      const own = { ...(await confine()), dirs: where.dirs, tools: where.tools }
      if (where.cache) own.cache = where.cache
      if (layer !== undefined && where.dirs === defaultDirs) {
        own.overlay = { lowerdirs: [layer], upperdir: defaultDirs.app, workdir: layerWorkdir }
      }
      const paths = sandboxPathsOf(own)
      const environment = variablesOf({
        paths,
        programs: order.recipe.programs,
        port,
        given: { ...where.environment, ...step.environment },
        machine: {
          ...(parts.registry ? { npm_config_registry: await parts.registry() } : {}),
          ...toolVariables(where.tools, paths),
          ...downloadFolders(paths.cache, order.recipe.tools),
          ...sbtVariables(parts, order, own, paths),
          ...javaBuildVariables(parts, order),
          ...(where.cache && archiveFolder(paths.cache, order.recipe.tools)),
          ...(where.dirs === installDirs && linkedFolders(paths.app, order.recipe.tools)),
          ...(where.dirs === defaultDirs && sshVariables(home)),
          ...(await headerVariables(where.tools, paths.programs, order.recipe.tools)),
          // npm would write a compile cache to a /tmp that is removed with the build, which takes longer than it saves.
          ...(own.compiled ? {} : { NODE_DISABLE_COMPILE_CACHE: '1' }),
          ...parts.proxies,
          ...parts.packageSources,
          ...(parts.hasExtraCaCerts ? { NODE_EXTRA_CA_CERTS: paths.extraCaCerts } : {}),
        },
      })
      const files = { mountTable: join(folder, 'mounts') }
      const { hear, advice } = adviser({
        isInstall: where.isInstall ?? false,
        environment: { ...order.recipe.environment, ...order.environment },
      })
      const print = (line: string) => {
        const shown = conceal(line)
        hear(shown)
        onLine(shown)
      }
      const spawning = { confinement: own, system, files, environment, command: step.command }
      const code = await runConfined(spawning, print, signal).catch((error: unknown) => {
        throw signal.aborted ? new InterruptedError(step.title, advice()) : error
      })
      if (code !== 0) throw await stepFailure(step, code, own.groups, advice)
    },
    async [Symbol.asyncDispose]() {
      for (const place of homes) await removeHomeFiles(place, home)
      await network?.detach(deploymentId)
      await removeGroup(await notedGroups(folder))
      await trash.throwAway(folder)
    },
  }
}

/** Maven artifacts that a build sees read-only in its cache. */
function artifactsOf({ sharedArtifacts }: Parts, { recipe }: BuildOrder): Confinement['artifacts'] {
  if (!sharedArtifacts || !usesSharedArtifacts(recipe.tools)) return undefined
  return { folder: sharedArtifacts.folder, at: sharedArtifactsPath }
}

/** What is said of a command that has failed. */
export async function stepFailure(
  { title }: Pick<BuildStep, 'title'>,
  code: number,
  groups: string[],
  advice: Adviser['advice'],
): Promise<Failure> {
  const cause = (await memoryKills(groups)) > 0 ? 'out of memory' : undefined
  return new Failure(
    'build',
    `${title} exited with ${code}${cause ? ` (${cause})` : ''}`,
    advice({ code, cause }),
  )
}

/** Control groups recorded in the folder of a build. */
export async function notedGroups(folder: string): Promise<string[]> {
  return JSON.parse(await readFile(join(folder, 'groups'), 'utf8').catch(() => '[]'))
}
