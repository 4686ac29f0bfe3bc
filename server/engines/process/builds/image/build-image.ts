import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { adviser } from '#engines/process/builds/advice.ts'
import {
  type BuildSandbox,
  InterruptedError,
  stepFailure,
} from '#engines/process/builds/build-sandbox.ts'
import { concealing, runConfined } from '#engines/process/builds/step.ts'
import type { Parts } from '#engines/process/parts.ts'
import { defaultDirs } from '#engines/process/sandbox/confinement.ts'
import { builderDirs, builderPaths } from '#engines/process/sandbox/image-builder.ts'
import { installCommand, missingPackages } from '#kit/packages/system-packages.ts'
import { subordinateUsers } from '#kit/process/user-namespace.ts'
import { imageBuilderFile } from '#kit/seccomp/filter-file.ts'
import { makeFoldersIn, readFileIn } from '#kit/tenant-files/entries.ts'
import { giveEmptyFolder, giveTree } from '#kit/tenant-files/trees.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { pulledName } from '#platform/model/hosting/recipe/image-reference.ts'
import { type DockerfileBuild, imageCommand } from '#platform/model/hosting/recipe/recipe.ts'
import { buildOptions } from './build-options.ts'
import { loginFile, writeBuilderSettings } from './builder-settings.ts'
import type { BuiltImage } from './built-image.ts'
import {
  commandOf,
  folderOfImage,
  parseConfiguration,
  portWarning,
  stopSignalOf,
  variablesOfImage,
} from './image-configuration.ts'
import { readImageRoot, readUserFiles } from './image-root.ts'
import { imageUser } from './image-user.ts'
import { loginOf } from './registry-login.ts'

const builderPackages = [{ program: 'buildah', name: 'buildah' }]

const idFile = 'image-id'
const digestFile = 'image-digest'
const configFile = 'image.json'
/** Bytes. */
const maxConfiguration = 1024 * 1024

/**
 * Builds the image of a Dockerfile, or pulls one, and leaves its root in the application's folder. Buildah works as the user of the application, who is
 * root in a user namespace of the build: no layer is unpacked and no path of one is followed outside of the sandbox.
 */
export async function buildImage(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  dockerfile: DockerfileBuild,
): Promise<BuiltImage> {
  const { folder, app, user } = sandbox
  await requireBuilder(parts)
  await rename(app, join(folder, builderDirs.context))
  await mkdir(app, { mode: 0o755 })
  await giveEmptyFolder(user, app)
  const login = loginOf(dockerfile, order.environment)
  await writeBuilderSettings(join(folder, builderDirs.settings), {
    registries: parts.registries,
    login,
    user,
  })

  const { words, environment } = buildOptions(dockerfile, order, builderPaths.context)
  const { context, home, root, exporter, puller } = builderPaths
  const pulled = dockerfile.image && pulledName(dockerfile.image)
  const conceal = concealing([...Object.values(environment), ...(login ? [login.password] : [])])
  const runIn = (step: BuilderStep) =>
    runBuilder(parts, sandbox, { ...order, onLine: (line) => order.onLine(conceal(line)) }, step)
  await runIn(
    pulled === undefined
      ? {
          title: `docker build --file ${dockerfile.path}`,
          command: ['buildah', 'build', ...words, '--iidfile', `${home}/${idFile}`, context],
          environment,
        }
      : {
          title: `docker pull ${pulled}`,
          command: ['/bin/sh', puller, pulled, `${home}/${idFile}`, `${home}/${digestFile}`],
          environment: {},
        },
  )
  const image = await readDigest(folder, idFile)
  const digest = pulled === undefined ? undefined : await readDigest(folder, digestFile)
  await runIn({
    title: 'Copying the root of the image',
    command: ['/bin/sh', exporter, image, root, `${home}/${configFile}`],
    environment: {},
  })
  await giveTree(user, app)
  if (digest) order.say(`The digest of the image is ${digest}.`)
  const built = await readImage(sandbox, order, dockerfile.port)
  return { ...built, ...(digest && { digest }) }
}

/** Fails with what is missing. */
async function requireBuilder({ capabilities, install }: Parts): Promise<void> {
  const isAble = capabilities.users && capabilities.sandbox
  if (!isAble) {
    throw new Failure(
      'build',
      'This platform cannot build Dockerfiles: it has no sandboxes with a user of their own.',
      ['Ask the operator to run it as root with bubblewrap, as the start of the platform says.'],
    )
  }
  const isMissing = () => missingPackages(builderPackages, '').length > 0
  if (!isMissing()) return
  const problem = await install?.(builderPackages)
  if (!isMissing()) return
  throw new Failure(
    'build',
    `This platform cannot build Dockerfiles: buildah is not installed${problem ? ` (${problem})` : ''}.`,
    [`Ask the operator to install it: as root, ${installCommand(builderPackages)}`],
  )
}

interface BuilderStep {
  title: string
  command: [string, ...string[]]
  environment: Record<string, string>
}

async function runBuilder(
  parts: Parts,
  { folder, signal, confine }: BuildSandbox,
  { applicationNumber, onLine, say }: BuildOrder,
  { title, command, environment }: BuilderStep,
): Promise<void> {
  signal.throwIfAborted()
  say(title)
  const { filter: _, ...base } = await confine()
  const filter = parts.capabilities.filter && imageBuilderFile()
  const { home, storage } = builderPaths
  const { hear, advice } = adviser({ isInstall: false, environment: {} })
  const code = await runConfined(
    {
      confinement: {
        ...base,
        dirs: defaultDirs,
        builderUsers: subordinateUsers(applicationNumber),
        ...(filter === undefined ? {} : { filter }),
      },
      system: parts.system,
      files: { mountTable: join(folder, 'mounts') },
      environment: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: home,
        // Cache mounts are kept below the folder of temporary files.
        TMPDIR: storage,
        LANG: 'C.UTF-8',
        // Otherwise Buildah makes another user namespace.
        _CONTAINERS_USERNS_CONFIGURED: 'done',
        REGISTRY_AUTH_FILE: `${builderPaths.settings}/${loginFile}`,
        ...(parts.hasExtraCaCerts ? { SSL_CERT_FILE: '/etc/ssl/extra.pem' } : {}),
        ...parts.proxies,
        ...environment,
      },
      command,
    },
    (line) => {
      hear(line)
      onLine(line)
    },
    signal,
  ).catch((error: unknown) => {
    throw signal.aborted ? new InterruptedError(title, advice()) : error
  })
  if (code !== 0) throw await stepFailure({ title }, code, base.groups, advice)
}

/** A name of the image by its content, which Buildah has written in the home folder of the build. */
async function readDigest(folder: string, file: string): Promise<string> {
  const text = await readFileIn(join(folder, defaultDirs.home), file, 100)
  const id = Buffer.isBuffer(text) ? text.toString().trim() : ''
  if (!/^sha256:[0-9a-f]{64}$/.test(id)) throw new Failure('build', 'Buildah named no image.')
  return id
}

/** A path from the root, without its root. */
const namesIn = (path: string) =>
  path
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/')

async function readImage(
  { folder, app, user }: BuildSandbox,
  { say, recipe }: BuildOrder,
  port: number,
): Promise<BuiltImage> {
  const text = await readFileIn(join(folder, defaultDirs.home), configFile, maxConfiguration)
  if (!Buffer.isBuffer(text)) throw new Failure('build', 'The image has no configuration.')
  const container = parseConfiguration(text.toString())
  const warning = portWarning(container, port)
  if (warning) say(warning)
  const workdir = folderOfImage(container)
  // Buildah makes it only for a command that comes after it. What is a link already leads to where the image wants it.
  await makeFoldersIn(app, namesIn(workdir), user).catch(() => {})
  return {
    ...(await readImageRoot(app)),
    ...imageUser(container.User ?? '', await readUserFiles(app)),
    command: commandOf(container, { hasOther: recipe.start[0] !== imageCommand[0] }),
    environment: variablesOfImage(container),
    folder: workdir,
    stopSignal: stopSignalOf(container),
    port,
  }
}
