import type { Catalogue } from '#runtimes/choose-version.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlannedRecipe, PlanOrder } from '#runtimes/planner.ts'
import { composerOptions, planComposer, wantsDevelopment } from './composer.ts'
import { readComposerFiles } from './composer-files.ts'
import { checkExtensions } from './extensions.ts'
import { phpVariables } from './php-variables.ts'
import { choosePhp } from './php-version.ts'
import { planStart } from './start.ts'

/** Applications in PHP: Apache with PHP-FPM, and Composer for their dependencies. */
export function createPhpRuntime(catalogue: Catalogue): PlannedRuntime {
  const planner = {
    type: 'php',
    title: 'PHP',
    variables: phpVariables,
    plan: (order: PlanOrder) => planPhp(order, catalogue),
  }
  return withPipeline(planner, catalogue)
}

async function planPhp(order: PlanOrder, catalogue: Catalogue): Promise<PlannedRecipe> {
  const { source, environment } = order
  const withDevelopment = wantsDevelopment(environment)
  const files = await readComposerFiles(source, { withDevelopment })
  const php = choosePhp(order, files, catalogue)
  checkExtensions(files, composerOptions(environment))
  const composer = await planComposer(order, files)
  const start = await planStart(order)
  return {
    runtime: 'php',
    tools: [
      { name: 'php', version: php.version },
      ...(composer.build.length > 0 ? [{ name: 'composer-install', version: '1' }] : []),
      ...(start.isServed ? [{ name: 'php-server', version: '1' }] : []),
    ],
    ...(files.hasManifest && { programs: [`${files.vendor}/bin`] }),
    build: composer.build,
    ...(composer.buildCaches.length > 0 && { buildCaches: composer.buildCaches }),
    start: start.command,
    // How many requests PHP serves at once follows from the size of the instance.
    ...(start.isServed && {
      memoryOption: { variable: 'PHP_FPM_OPTIONS', option: '--memory', share: 1 },
    }),
    environment: {},
    notes: [php.note, ...composer.notes, ...start.notes],
    warnings: composer.warnings,
  }
}
