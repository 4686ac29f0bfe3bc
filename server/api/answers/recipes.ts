import {
  array,
  boolean,
  exactOptional,
  nonEmptyArray,
  number,
  object,
  objectOf,
  oneOf,
  record,
  string,
  union,
} from '#kit/schema.ts'
import {
  type AllowedHosts,
  type BuildStep,
  type Cron,
  cronPlaces,
  type Dependencies,
  type DockerfileBuild,
  type Epilogue,
  type MemoryOption,
  type OmittedOptions,
  type ProvidedVariables,
  type Recipe,
  restartPolicies,
  type Worker,
} from '#platform/model/hosting/recipe/recipe.ts'

const command = nonEmptyArray(string)
const step = objectOf<BuildStep>()({
  title: string,
  command,
  environment: exactOptional(record(string)),
})
const steps = array(step)
const texts = array(string)

const dependencies = objectOf<Dependencies>()({
  folder: string,
  install: step,
  sharedBy: exactOptional(texts),
  expected: exactOptional(texts),
  isPrivate: exactOptional(boolean),
  isIncremental: exactOptional(boolean),
  runsAlways: exactOptional(boolean),
})

const memoryOption = objectOf<MemoryOption>()({
  variable: string,
  option: string,
  unit: exactOptional(string),
  synonyms: exactOptional(texts),
  share: number,
  minimum: exactOptional(number),
})

const omittedOptions = objectOf<OmittedOptions>()({ variables: texts, prefixes: texts })

const worker = objectOf<Worker>()({ command, restart: oneOf(...restartPolicies), delay: number })
const cron = objectOf<Cron>()({
  name: exactOptional(string),
  schedule: string,
  command,
  where: oneOf(...cronPlaces),
  timeout: exactOptional(number),
})
const epilogue = objectOf<Epilogue>()({
  succeeded: exactOptional(command),
  failed: exactOptional(command),
})

const dockerfile = objectOf<DockerfileBuild>()({
  path: string,
  image: exactOptional(object({ reference: string, digest: exactOptional(string) })),
  port: number,
  buildArguments: texts,
  secrets: exactOptional(texts),
  login: exactOptional(string),
})

const provided = objectOf<ProvidedVariables>()({
  secret: exactOptional(string),
  hosts: exactOptional(string),
})
const allowedHosts = objectOf<AllowedHosts>()({ hosts: texts, origin: string })

const recipe = objectOf<Recipe>()({
  runtime: string,
  tools: array(object({ name: string, version: string, hash: exactOptional(string) })),
  programs: exactOptional(texts),
  home: exactOptional(array(object({ path: string, template: string }))),
  copies: exactOptional(array(object({ path: string, copyOf: string }))),
  submodules: exactOptional(oneOf('left empty')),
  downloads: exactOptional(oneOf('thrown away')),
  prepare: exactOptional(steps),
  dependencies: exactOptional(dependencies),
  build: steps,
  buildCaches: exactOptional(texts),
  dockerfile: exactOptional(dockerfile),
  kept: exactOptional(union([object({ only: texts }), object({ without: texts })])),
  beforeStart: exactOptional(steps),
  start: command,
  listenAdvice: exactOptional(string),
  workers: exactOptional(array(worker)),
  crons: exactOptional(array(cron)),
  epilogue: exactOptional(epilogue),
  purpose: exactOptional(oneOf('task')),
  startup: exactOptional(oneOf('slow')),
  provided: exactOptional(provided),
  allowedHosts: exactOptional(allowedHosts),
  memoryOption: exactOptional(union([memoryOption, array(memoryOption)])),
  omittedInBuild: exactOptional(omittedOptions),
  environment: record(string),
  notes: texts,
  warnings: texts,
})

/** The recipe with its log lines, or the files needed to determine it. */
export const recipePlanAnswer = union([object({ recipe, lines: texts }), object({ needs: texts })])
