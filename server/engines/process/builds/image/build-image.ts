import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BuildSandbox,
  InterruptedError,
  stepFailure,
} from '#engines/process/builds/build-sandbox.ts'
import { runConfined } from '#engines/process/builds/step.ts'
import type { Parts } from '#engines/process/parts.ts'
import { defaultDirs } from '#engines/process/sandbox/confinement.ts'
import { builderDirs, builderPaths } from '#engines/process/sandbox/image-builder.ts'
import { installCommand, missingPackages } from '#kit/packages/system-packages.ts'
import { subordinateUsers } from '#kit/process/user-namespace.ts'
import { imageBuilderFile } from '#kit/seccomp/filter-file.ts'
import { readFileIn } from '#kit/tenant-files/entries.ts'
import { giveEmptyFolder, giveTree } from '#kit/tenant-files/trees.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { DockerfileBuild } from '#platform/model/hosting/recipe/recipe.ts'
import { buildOptions } from './build-options.ts'
import { writeBuilderSettings } from './builder-settings.ts'
import type { BuiltImage } from './built-image.ts'
import {
  commandOf,
  folderOfImage,
  parseConfiguration,
  variablesOfImage,
} from './image-configuration.ts'
import { readImageRoot, readUserFiles } from './image-root.ts'
import { imageUser } from './image-user.ts'

const builderPackages = [{ program: 'buildah', name: 'buildah' }]

const idFile = 'image-id'
const configFile = 'image.json'
/** Bytes. */
const maxConfiguration = 1024 * 1024

/**
 * Builds the image of a Dockerfile and leaves its root in the application's folder. Buildah works as the user of the application, who is
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
  await writeBuilderSettings(join(folder, builderDirs.settings))

  const { words, environment } = buildOptions(dockerfile, order, builderPaths.context)
  const { context, home, root, exporter } = builderPaths
  await runBuilder(parts, sandbox, order, {
    title: `docker build --file ${dockerfile.path}`,
    command: ['buildah', 'build', ...words, '--iidfile', `${home}/${idFile}`, context],
    environment,
  })
  const image = await readId(folder)
  await runBuilder(parts, sandbox, order, {
    title: 'Copying the root of the image',
    command: ['/bin/sh', exporter, image, root, `${home}/${configFile}`],
    environment: {},
  })
  await giveTree(user, app)
  return readImage(folder, app, dockerfile.port)
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
        ...(parts.hasExtraCaCerts ? { SSL_CERT_FILE: '/etc/ssl/extra.pem' } : {}),
        ...parts.proxies,
        ...environment,
      },
      command,
    },
    onLine,
    signal,
  ).catch((error: unknown) => {
    throw signal.aborted ? new InterruptedError(title, []) : error
  })
  if (code !== 0) throw await stepFailure({ title }, code, base.groups, () => [])
}

/** Name of the image by its content, which Buildah has written in the home folder of the build. */
async function readId(folder: string): Promise<string> {
  const text = await readFileIn(join(folder, defaultDirs.home), idFile, 100)
  const id = Buffer.isBuffer(text) ? text.toString().trim() : ''
  if (!/^sha256:[0-9a-f]{64}$/.test(id)) throw new Failure('build', 'Buildah named no image.')
  return id
}

async function readImage(folder: string, app: string, port: number): Promise<BuiltImage> {
  const text = await readFileIn(join(folder, defaultDirs.home), configFile, maxConfiguration)
  if (!Buffer.isBuffer(text)) throw new Failure('build', 'The image has no configuration.')
  const container = parseConfiguration(text.toString())
  return {
    ...(await readImageRoot(app)),
    ...imageUser(container.User ?? '', await readUserFiles(app)),
    command: commandOf(container),
    environment: variablesOfImage(container),
    folder: folderOfImage(container),
    port,
  }
}
