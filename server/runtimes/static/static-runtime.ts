import type { Environment } from '#platform/model/hosting/environment.ts'
import { platformFolders } from '#platform/model/hosting/recipe/platform-folders.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { hookStep } from '#runtimes/pipeline/hooks.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlannedRecipe, PlanOrder } from '#runtimes/planner.ts'
import { pathsIn, quote, setting } from '#runtimes/variable.ts'
import { below, checkSiteFiles, fallbackOf, needsFirstPage } from './site-files.ts'
import { siteTools } from './site-tools.ts'
import { staticVariables } from './static-variables.ts'

/** A folder of files, served by a program of the platform. */
export function createStaticRuntime(catalogue: Catalogue): PlannedRuntime {
  const planner = {
    type: 'static',
    title: 'Static',
    variables: staticVariables,
    plan: (order: PlanOrder) => planStatic(order, catalogue),
  }
  return withPipeline(planner, catalogue)
}

/** Commands of a build that may make the files. */
const builders = ['CC_BUILD_COMMAND', 'CC_PRE_BUILD_HOOK', 'CC_POST_BUILD_HOOK']

/** When it is known which files are served. */
function filesKnown(
  environment: Environment,
): 'in the source' | 'after the build' | 'at the start' {
  const isSet = (name: string) => setting(environment, name) !== undefined
  if (isSet('CC_PRE_RUN_HOOK') || isSet('CC_RUN_COMMAND')) return 'at the start'
  return builders.some(isSet) ? 'after the build' : 'in the source'
}

async function planStatic(order: PlanOrder, catalogue: Catalogue): Promise<PlannedRecipe> {
  const { source, environment } = order
  const webroot = below(setting(environment, 'CC_WEBROOT'))
  const run = setting(environment, 'CC_RUN_COMMAND')
  const known = filesKnown(environment)
  if (known === 'in the source') await checkSiteFiles(source, webroot, environment)
  const { tools, notes, warnings } = await siteTools(order, catalogue)
  return {
    runtime: 'static',
    tools: [...tools, { name: 'static-server', version: '1' }],
    build: hookStep(environment, 'CC_BUILD_COMMAND'),
    ...(known === 'after the build' && { checks: [checkStep(webroot, environment)] }),
    start: run ? ['sh', '-c', run] : serve(webroot, environment),
    environment: {},
    notes: [
      ...notes,
      webroot === ''
        ? 'Serves the files of the main folder.'
        : `Serves the files of ${quote(webroot)} (CC_WEBROOT).`,
    ],
    warnings: [
      ...warnings,
      ...(webroot === '' && tools.length > 0
        ? [
            'CC_WEBROOT is not set, so visitors can fetch everything in the main folder, package.json included: set it to the folder of your pages.',
          ]
        : []),
    ],
  }
}

function checkStep(webroot: string, environment: Environment): BuildStep {
  const what = needsFirstPage(environment) ? 'index' : 'folder'
  return {
    title: 'Checking what was built',
    command: [
      'static-server',
      `--check=${what}`,
      ...fallbackOption(environment),
      '--',
      webroot || '.',
    ],
  }
}

function fallbackOption(environment: Environment): string[] {
  const fallback = fallbackOf(environment)
  return fallback === undefined ? [] : [`--fallback=${fallback}`]
}

function serve(webroot: string, environment: Environment): [string, ...string[]] {
  const immutable = pathsIn(setting(environment, 'CC_STATIC_IMMUTABLE') ?? '')
  return [
    'static-server',
    ...(webroot === '' ? platformFolders.map((name) => `--hide=${name}`) : []),
    ...fallbackOption(environment),
    ...immutable.map((folder) => `--immutable=${folder}`),
    '--',
    webroot || '.',
  ]
}
