import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { compilerSystem } from '#runtimes/compiler-system.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlannedRecipe, PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import { readCargoToml } from './cargo-toml.ts'
import { type CargoPackages, packagesOf } from './cargo-workspace.ts'
import { planBuild, programFolder } from './rust-build.ts'
import { rustVariables } from './rust-variables.ts'
import { chooseRust } from './rust-version.ts'

const rustBuildScript = { name: 'rust-build', version: '1' }

/** Applications in Rust: programs that cargo builds from the versions of Cargo.lock. */
export function createRustRuntime(catalogue: Catalogue): PlannedRuntime {
  const planner = {
    type: 'rust',
    title: 'Rust',
    variables: rustVariables,
    plan: (order: PlanOrder) => planRust(order, catalogue),
  }
  return withPipeline(planner, catalogue)
}

async function planRust(order: PlanOrder, catalogue: Catalogue): Promise<PlannedRecipe> {
  const { source, environment, ports } = order
  const root = await readCargoToml(source, '')
  if (!root) {
    throw new Failure(
      'recipe',
      'There is no Cargo.toml: run cargo init where you develop, or set APP_FOLDER to the folder that has it.',
    )
  }
  const packages = await packagesOf(source, root)
  await refuseWithoutLock(order)
  const build = planBuild(order, packages)
  const least = root.package?.rustVersion ?? root.workspace?.rustVersion
  const rust = await chooseRust(order, least, catalogue)
  const run = setting(environment, 'CC_RUN_COMMAND')
  const program = run === undefined ? build.program : undefined
  const rocket = usesRocket(packages)
  return {
    runtime: 'rust',
    tools: [{ name: 'rust', version: rust.version }, compilerSystem, rustBuildScript],
    programs: [programFolder],
    build: [build.step],
    checks: program ? [checkOf(program)] : [],
    start: program ? [`./${program}`] : ['sh', '-c', run ?? ''],
    listenAdvice: 'Listen on 0.0.0.0:8080: PORT says so.',
    environment: {
      // Only Git itself knows the SSH key of the application.
      CARGO_NET_GIT_FETCH_WITH_CLI: 'true',
      ...(rocket && { ROCKET_ADDRESS: '0.0.0.0', ROCKET_PORT: String(ports.own) }),
    },
    notes: [
      rust.note,
      ...build.notes,
      ...(rocket ? ['Rocket listens where ROCKET_ADDRESS and ROCKET_PORT say.'] : []),
      program ? `${quote(program)} is started.` : 'CC_RUN_COMMAND starts the application.',
    ],
    warnings: rust.warnings,
  }
}

/** The lock file of a member is that of its workspace, which may be in a folder above. */
async function refuseWithoutLock({ source, above }: PlanOrder): Promise<void> {
  const names = await source.list('')
  if (names.includes('Cargo.lock') || above?.has('Cargo.lock')) return
  throw new Failure(
    'recipe',
    'There is no Cargo.lock: run cargo generate-lockfile where you develop, remove Cargo.lock from .gitignore if it is there, and commit it.',
  )
}

const usesRocket = ({ built, others }: CargoPackages) =>
  [...built, ...others].some(({ dependencies }) => dependencies.includes('rocket'))

const checkOf = (program: string): BuildStep => ({
  title: `Looking for ${quote(program)}`,
  command: [
    'sh',
    '-c',
    '[ -x "$1" ] && [ -f "$1" ] || { echo "The build made no program $1: a [[bin]] with required-features is left out without them, and CC_RUST_FEATURES names those to build." >&2; exit 1; }',
    'sh',
    program,
  ],
})
