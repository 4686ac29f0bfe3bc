import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { CargoPackage } from './cargo-toml.ts'
import type { CargoPackages } from './cargo-workspace.ts'

/** Where cargo makes programs, and where those of the build come to lie. */
export const programFolder = 'target/release'

export interface RustBuild {
  step: BuildStep
  /** Path of the program that is started; none where a command starts something else. */
  program?: string
  notes: string[]
}

/** What cargo builds, and which of its programs is started. */
export function planBuild({ environment }: PlanOrder, packages: CargoPackages): RustBuild {
  const hasCommand = setting(environment, 'CC_RUN_COMMAND') !== undefined
  const chosen = chooseProgram(packages, setting(environment, 'CC_RUST_BIN'), hasCommand)
  const features = (setting(environment, 'CC_RUST_FEATURES') ?? '').split(/[, ]+/).filter(Boolean)
  const options = [
    ...(chosen?.member ? [`--package=${chosen.member}`] : []),
    ...(features.length > 0 ? [`--features=${features.join(',')}`] : []),
  ]
  const shown = ['cargo build --release --locked', ...options].join(' ')
  return {
    ...(chosen && { program: `${programFolder}/${chosen.name}` }),
    step: { title: shown.slice(0, 200), command: ['rust-build', ...options] },
    notes: chosen ? [chosen.note] : [],
  }
}

interface Program {
  name: string
  /** The package to build, where it is none of those that cargo builds by itself. */
  member?: string
  note: string
}

function chooseProgram(
  { built, others }: CargoPackages,
  asked: string | undefined,
  hasCommand: boolean,
): Program | undefined {
  const names = namesOf(built)
  if (asked) return askedProgram(asked, { built, others })
  const [only, ...more] = names
  if (only !== undefined && more.length === 0) {
    return { name: only, note: `The only program is ${quote(only)}.` }
  }
  if (hasCommand) return undefined
  const [usual, ...further] = new Set(built.flatMap((each) => each.defaultRun ?? []))
  if (usual !== undefined && further.length === 0 && names.includes(usual)) {
    return { name: usual, note: `The program is ${quote(usual)} (default-run).` }
  }
  if (only !== undefined) {
    throw new Failure(
      'recipe',
      `There is more than one program: set CC_RUST_BIN to one of ${listOf(names)}.`,
    )
  }
  const inMembers = namesOf(others)
  throw new Failure(
    'recipe',
    inMembers.length > 0
      ? `cargo build makes no program here, as those are in other members of the workspace: set CC_RUST_BIN to one of ${listOf(inMembers)}.`
      : 'Cargo.toml is of a library, and nothing can be started: add src/main.rs or a [[bin]], or set APP_FOLDER to the folder of the package with the program.',
  )
}

function askedProgram(asked: string, { built, others }: CargoPackages): Program {
  const note = `The program is ${quote(asked)} (CC_RUST_BIN).`
  if (namesOf(built).includes(asked)) return { name: asked, note }
  const member = others.find(({ programs }) => programs.includes(asked))
  if (member) return { name: asked, member: member.name, note }
  const names = namesOf([...built, ...others])
  throw new Failure(
    'recipe',
    names.length > 0
      ? `CC_RUST_BIN is ${quote(asked)}, and the programs of Cargo.toml are ${listOf(names)}.`
      : `CC_RUST_BIN is ${quote(asked)}, and Cargo.toml is of a library: add src/bin/${asked}.rs or a [[bin]].`,
  )
}

const namesOf = (packages: readonly CargoPackage[]) => [
  ...new Set(packages.flatMap(({ programs }) => programs)),
]

const maxListed = 10

const listOf = (names: readonly string[]) => names.slice(0, maxListed).map(quote).join(', ')
