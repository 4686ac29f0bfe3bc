import { posix } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { imageCommand, type Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { cronsOf } from '#runtimes/pipeline/crons.ts'
import type { PlannedRuntime } from '#runtimes/pipeline/pipeline.ts'
import { checkVariables } from '#runtimes/pipeline/variables.ts'
import { line, type PlatformVariable, path, quote, setting } from '#runtimes/variable.ts'

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
]

/** An image that Docker builds from a Dockerfile of the repository. */
export function createDockerRuntime(): PlannedRuntime {
  return {
    type: 'docker',
    title: 'Docker',
    variables: dockerVariables,
    async recipe(source, environment) {
      checkVariables(environment, dockerVariables)
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
  const file = posix.normalize(setting(environment, 'CC_DOCKERFILE') ?? 'Dockerfile')
  if ((await source.read(file)) === undefined) {
    throw new Failure('recipe', `There is no ${quote(file)}, so there is no image to build.`, [
      'Commit a Dockerfile, or set CC_DOCKERFILE to the path of one.',
    ])
  }
  const port = Number(setting(environment, 'CC_DOCKER_EXPOSED_HTTP_PORT') ?? 8080)
  const listed = (list: string) => namesIn(setting(environment, list) ?? '')
  const buildArguments = listed('CC_DOCKER_BUILD_ARGUMENTS')
  const secrets = listed('CC_DOCKER_BUILD_SECRETS')
  const unset = (list: string, names: readonly string[]) =>
    names
      .filter((name) => environment[name] === undefined)
      .map((name) => `${list} names ${quote(name)}, which is not set.`)
  const crons = await cronsOf({ source })
  return {
    runtime: 'docker',
    tools: [],
    build: [],
    dockerfile: { path: file, port, buildArguments, secrets },
    start: imageCommand,
    ...(crons.length > 0 && { crons }),
    environment: {},
    notes: [`${quote(file)} is built; the container listens on port ${port}.`],
    warnings: [
      ...unset('CC_DOCKER_BUILD_ARGUMENTS', buildArguments),
      ...unset('CC_DOCKER_BUILD_SECRETS', secrets),
    ],
  }
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
