import { posix } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import { imageCommand, loginVariables, type Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { cronsOf } from '#runtimes/pipeline/crons.ts'
import { epilogueOf, hookStep } from '#runtimes/pipeline/hooks.ts'
import type { PlannedRuntime } from '#runtimes/pipeline/pipeline.ts'
import { checkVariables, pipelineVariables } from '#runtimes/pipeline/variables.ts'
import { workersOf } from '#runtimes/pipeline/workers.ts'
import { line, type PlatformVariable, path, quote, setting } from '#runtimes/variable.ts'
import { imageOf, type NamedImage } from './image-file.ts'

const maxPort = 65_535

/** Variables of applications with a Dockerfile. */
export const dockerVariables: readonly PlatformVariable[] = [
  {
    name: 'CC_DOCKERFILE',
    kind: path,
    meaning: 'The Dockerfile; Dockerfile of the main folder by default.',
  },
  {
    name: 'CC_DOCKER_EXPOSED_HTTP_PORT',
    kind: {
      words: `it must be a port from 1 to ${maxPort}`,
      accepts: (text) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= maxPort,
    },
    meaning: 'The port that the container listens on; 8080 by default.',
  },
  {
    name: 'CC_DOCKER_BUILD_ARGUMENTS',
    kind: line,
    meaning:
      'Names of variables, separated by commas, that the Dockerfile gets as build arguments. They stay readable in the image: name no secrets.',
  },
  {
    name: 'CC_DOCKER_BUILD_SECRETS',
    kind: line,
    meaning:
      'Names of variables, separated by commas, that commands of the Dockerfile read by RUN --mount=type=secret,id=NAME. They are in no layer.',
  },
  {
    name: loginVariables.server,
    kind: {
      words: 'it must be the host of a registry such as registry.example:5000, without https://',
      accepts: (text) => /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}(:\d{1,5})?$/.test(text),
    },
    meaning:
      'The registry at which builds log in for its base images, on the engine process; docker.io when only the two others are set.',
  },
  { name: loginVariables.user, kind: line, meaning: 'The user of that login.' },
  { name: loginVariables.password, kind: line, meaning: 'Its password or token.' },
]

/** An image that is built from a Dockerfile of the repository. */
export function createDockerRuntime(): PlannedRuntime {
  return {
    type: 'docker',
    title: 'Docker',
    variables: dockerVariables,
    async recipe(source, environment) {
      checkVariables(environment, [...pipelineVariables, ...dockerVariables])
      refuseRequestFlow(environment)
      return planDocker(source, environment)
    },
  }
}

/** Programs in front would have to be in the image. */
function refuseRequestFlow(environment: Environment): void {
  const flow = setting(environment, 'CC_REQUEST_FLOW')
  if (flow === undefined || flow === 'disable') return
  throw new Failure(
    'recipe',
    'CC_REQUEST_FLOW does not work with a Dockerfile: start the program in front in the image itself.',
  )
}

async function planDocker(source: Source, environment: Environment): Promise<Recipe> {
  const named = await imageOf(source)
  return named ? planImage(source, environment, named) : planDockerfile(source, environment)
}

/** An image by reference: it is pulled, and nothing is built. */
async function planImage(
  source: Source,
  environment: Environment,
  { path: file, reference }: NamedImage,
): Promise<Recipe> {
  const port = portOf(environment)
  const login = loginServer(environment)
  return {
    ...(await startOf(source, environment, port)),
    dockerfile: {
      path: file,
      image: { reference },
      port,
      buildArguments: [],
      ...(login && { login }),
    },
    notes: [`${quote(file)} names the image ${quote(reference)}; it listens on port ${port}.`],
    warnings: withoutEffect(environment),
  }
}

async function planDockerfile(source: Source, environment: Environment): Promise<Recipe> {
  const file = posix.normalize(setting(environment, 'CC_DOCKERFILE') ?? 'Dockerfile')
  if ((await source.read(file)) === undefined) {
    throw new Failure('recipe', `There is no ${quote(file)}, so there is no image to build.`, [
      await hintForMissing(source),
    ])
  }
  const port = portOf(environment)
  const listed = (list: string) => namesIn(setting(environment, list) ?? '')
  const buildArguments = listed('CC_DOCKER_BUILD_ARGUMENTS')
  const secrets = listed('CC_DOCKER_BUILD_SECRETS')
  const unset = (list: string, names: readonly string[]) =>
    names
      .filter((name) => environment[name] === undefined)
      .map((name) => `${list} names ${quote(name)}, which is not set.`)
  const login = loginServer(environment)
  return {
    ...(await startOf(source, environment, port)),
    dockerfile: { path: file, port, buildArguments, secrets, ...(login && { login }) },
    notes: [`${quote(file)} is built; the container listens on port ${port}.`],
    warnings: [
      ...withoutEffect(environment),
      ...unset('CC_DOCKER_BUILD_ARGUMENTS', buildArguments),
      ...unset('CC_DOCKER_BUILD_SECRETS', secrets),
    ],
  }
}

const portOf = (environment: Environment) =>
  Number(setting(environment, 'CC_DOCKER_EXPOSED_HTTP_PORT') ?? 8080)

/** How the container of any image starts, and what its owner runs beside and after that. */
async function startOf(
  source: Source,
  environment: Environment,
  port: number,
): Promise<Omit<Recipe, 'notes' | 'warnings' | 'dockerfile'>> {
  const crons = await cronsOf({ source })
  const command = setting(environment, 'CC_RUN_COMMAND')
  const beforeStart = hookStep(environment, 'CC_PRE_RUN_HOOK')
  const workers = workersOf(environment)
  const epilogue = epilogueOf(environment)
  return {
    runtime: 'docker',
    tools: [],
    build: [],
    ...(beforeStart.length > 0 && { beforeStart }),
    start: command === undefined ? imageCommand : ['sh', '-c', command],
    ...(workers.length > 0 && { workers }),
    ...(epilogue && { epilogue }),
    // The command of the image is one, too.
    ...(isOn(environment, 'CC_TASK') && { purpose: 'task' as const }),
    ...(isOn(environment, 'CC_DISABLE_GIT_SUBMODULES') && { submodules: 'left empty' as const }),
    listenAdvice: `Visitors are sent to port ${port} of the container: listen on 0.0.0.0:${port}, or set CC_DOCKER_EXPOSED_HTTP_PORT to the port that it listens on.`,
    ...(crons.length > 0 && { crons }),
    environment: {},
  }
}

/** Variables of other types that an image takes the place of, and what does the same in a Dockerfile. */
const inDockerfile: Readonly<Record<string, string>> = {
  APP_FOLDER: 'a Dockerfile gets the whole commit, and CC_DOCKERFILE names one in a folder',
  CC_PRE_BUILD_HOOK: 'write it as RUN into the Dockerfile',
  CC_POST_BUILD_HOOK: 'write it as RUN into the Dockerfile',
  CC_CACHE_DEPENDENCIES: 'layers are kept, and `berth restart --without-cache` builds without them',
  CC_IGNORE_FROM_BUILDCACHE: 'remove the files by RUN, or leave them out in a later stage',
  CC_OVERRIDE_BUILDCACHE: 'COPY what is kept from an earlier stage',
  CC_MISE_FILE_PATH: 'install tools by RUN',
  CC_SSH_PRIVATE_KEY: 'name it in CC_DOCKER_BUILD_SECRETS, and read it by RUN --mount=type=secret',
}

const withoutEffect = (environment: Environment): string[] =>
  Object.entries(inDockerfile)
    .filter(([name]) => setting(environment, name) !== undefined)
    .map(([name, advice]) => `${name} does nothing for an application of type docker: ${advice}.`)

const maxNamed = 5

/** Which files the repository has instead, in its main folder and those that usually have one. */
async function hintForMissing(source: Source): Promise<string> {
  const found: string[] = []
  for (const folder of ['', 'docker', '.docker', 'build', 'deploy']) {
    for (const name of await source.list(folder)) {
      const isOne =
        /^(Dockerfile|Containerfile)(\.[\w.-]{1,60})?$|^[\w.-]{1,60}\.Dockerfile$/i.test(name)
      if (isOne) found.push(posix.join(folder, name))
    }
  }
  if (found.length === 0) return 'Commit a Dockerfile, or set CC_DOCKERFILE to the path of one.'
  const names = found.slice(0, maxNamed).map(quote).join(', ')
  return `Set CC_DOCKERFILE to the one to build: the repository has ${names}.`
}

/** The registry of the login; none without user and password. */
function loginServer(environment: Environment): string | undefined {
  const [server, user, password] = [
    setting(environment, loginVariables.server),
    setting(environment, loginVariables.user),
    setting(environment, loginVariables.password),
  ]
  if (user !== undefined && password !== undefined) return server ?? 'docker.io'
  if (server === undefined && user === undefined && password === undefined) return undefined
  throw new Failure('recipe', 'The login at a registry is not complete.', [
    `Set ${loginVariables.user} and ${loginVariables.password}, and ${loginVariables.server} for another registry than docker.io.`,
  ])
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
