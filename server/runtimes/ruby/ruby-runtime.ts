import type { Catalogue } from '#runtimes/choose-version.ts'
import { behindFront, frontOf } from '#runtimes/front/front.ts'
import { frontVariables } from '#runtimes/front/front-variables.ts'
import { readHttpSettings } from '#runtimes/front/http-settings.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlannedRecipe, PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import {
  bundleFolder,
  bundleVariables,
  installSteps,
  noteOf,
  readBundle,
  requireLinux,
  warningsOf,
} from './bundle.ts'
import { rakeGoals } from './rake-goals.ts'
import { rubyVariables } from './ruby-variables.ts'
import { chooseRuby } from './ruby-version.ts'
import { planStart, sidekiqWorkers } from './start.ts'

/** Applications in Ruby: Rack and Rails, behind a server for static files. */
export function createRubyRuntime(catalogue: Catalogue): PlannedRuntime {
  const planner = {
    type: 'ruby',
    title: 'Ruby',
    variables: [...rubyVariables, ...frontVariables],
    plan: (order: PlanOrder) => planRuby(order, catalogue),
  }
  return withPipeline(planner, catalogue)
}

/** What compiling assets and loading Ruby files keep for the next time. */
const railsCaches = ['tmp/cache/assets', 'tmp/cache/bootsnap']

async function planRuby(order: PlanOrder, catalogue: Catalogue): Promise<PlannedRecipe> {
  const { environment, source } = order
  const bundle = await readBundle(order)
  if (bundle) requireLinux(bundle)
  const ruby = await chooseRuby(order, bundle, catalogue)
  const start = await planStart(order, bundle)
  const front = start.hasFront
    ? frontOf(environment, await readHttpSettings(order), order.ports.front)
    : undefined
  const sidekiq = sidekiqWorkers(environment, bundle)
  const isRails =
    bundle?.lock?.gems.has('railties') || (await source.read('config/application.rb')) !== undefined
  return {
    runtime: 'ruby',
    tools: [
      { name: 'ruby', version: ruby.version },
      ...(bundle ? [{ name: 'ruby-environment', version: '1' }] : []),
      ...(front ? [front.tool] : []),
    ],
    build: [
      ...(bundle ? installSteps(bundle) : []),
      ...rakeGoals(environment, bundle !== undefined),
    ],
    ...(bundle && { buildCaches: [bundleFolder, ...(isRails ? railsCaches : [])] }),
    start: start.command,
    ...(front && { listensAt: order.ports.front }),
    listenAdvice: start.hasFront
      ? `Behind the server for static files it listens on 127.0.0.1:${behindFront}: PORT says so.`
      : 'Listen on 0.0.0.0:8080: PORT says so.',
    workers: [...(front ? [front.worker] : []), ...sidekiq],
    environment: { ...bundleVariables(bundle, environment), ...rackVariables(order, isRails) },
    notes: [ruby.note, noteOf(bundle), start.note, ...(front?.notes ?? [])],
    warnings: warningsOf(bundle),
  }
}

function rackVariables({ environment }: PlanOrder, isRails: boolean): Record<string, string> {
  const mode = setting(environment, 'RAILS_ENV') ?? setting(environment, 'RACK_ENV') ?? 'production'
  return {
    RACK_ENV: mode,
    // Threads of glibc keep what they freed each in a heap of their own, which takes twice the memory.
    MALLOC_ARENA_MAX: '2',
    ...(isRails && {
      RAILS_ENV: mode,
      RAILS_LOG_TO_STDOUT: 'true',
      ...(setting(environment, 'STATIC_WEBROOT') === undefined && {
        RAILS_SERVE_STATIC_FILES: 'true',
      }),
    }),
  }
}
