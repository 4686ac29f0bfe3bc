import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { compilerSystem } from '#runtimes/compiler-system.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlannedRecipe, PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import { type GoFiles, planBuild, programFolder } from './go-build.ts'
import { readGoMod } from './go-mod.ts'
import { goVariables } from './go-variables.ts'
import { chooseGo, type GoRequest } from './go-version.ts'

const goBuildScript = { name: 'go-build', version: '1' }

/** Applications in Go: one program, built from a module, by a Makefile, or as before there were modules. */
export function createGoRuntime(catalogue: Catalogue): PlannedRuntime {
  const planner = {
    type: 'go',
    title: 'Go',
    variables: goVariables,
    plan: (order: PlanOrder) => planGo(order, catalogue),
  }
  return withPipeline(planner, catalogue)
}

async function planGo(order: PlanOrder, catalogue: Catalogue): Promise<PlannedRecipe> {
  const { source, environment, given } = order
  const mod = await source.read('go.mod')
  const work = await source.read('go.work')
  const files: GoFiles = {
    ...(mod === undefined ? {} : readGoMod(mod)),
    hasMod: mod !== undefined,
    hasWork: work !== undefined,
    makefile: await makefileOf(order),
  }
  const build = await planBuild(order, files)
  const request: GoRequest | undefined =
    work === undefined
      ? mod === undefined
        ? undefined
        : { ...files, path: 'go.mod' }
      : { ...readGoMod(work), path: 'go.work' }
  const go = chooseGo(request, given, catalogue)
  const run = setting(environment, 'CC_RUN_COMMAND')
  return {
    runtime: 'go',
    tools: [{ name: 'go', version: go.version }, compilerSystem, goBuildScript],
    programs: [programFolder],
    build: [build.step],
    checks: run === undefined ? [checkOf(build.program)] : [],
    start: run === undefined ? [`./${build.program}`] : ['sh', '-c', run],
    listenAdvice: 'Listen on 0.0.0.0:8080: PORT says so.',
    memoryOption: { variable: 'GOMEMLIMIT', option: '', unit: 'MiB', share: 0.9 },
    environment: {
      GOTOOLCHAIN: go.fetchesItself ? 'auto' : 'local',
      // Nothing of a build has a history to read versions from.
      GOFLAGS: '-buildvcs=false',
    },
    notes: [
      go.note,
      ...build.notes,
      run === undefined
        ? `${quote(build.program)} is started.`
        : 'CC_RUN_COMMAND starts the application.',
    ],
    warnings: [...go.warnings, ...build.warnings],
  }
}

/** As make looks for it. */
async function makefileOf({ source }: PlanOrder): Promise<string | undefined> {
  const names = new Set(await source.list(''))
  return ['GNUmakefile', 'makefile', 'Makefile'].find((name) => names.has(name))
}

const checkOf = (program: string): BuildStep => ({
  title: `Looking for ${quote(program)}`,
  command: [
    'sh',
    '-c',
    '[ -x "$1" ] && [ -f "$1" ] || { echo "The build made no program $1: CC_GO_BINARY and CC_GO_PKG say which it makes." >&2; exit 1; }',
    'sh',
    program,
  ],
})
