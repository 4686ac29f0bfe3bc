import { posix } from 'node:path'
import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { isOn } from '#platform/model/hosting/environment.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { GoMod } from './go-mod.ts'
import type { GoBuildTool } from './go-variables.ts'
import { findMainPackages } from './main-packages.ts'

/** Where programs come to lie, as `GOBIN` of the original platform. */
export const programFolder = 'go_home/bin'

export interface GoBuild {
  step: BuildStep
  /** Path of the program. */
  program: string
  notes: string[]
  warnings: string[]
}

export interface GoFiles extends GoMod {
  hasMod: boolean
  hasWork: boolean
  makefile: string | undefined
}

/** What builds the program, in the order of the variable and then of the files. */
function chooseBuildTool({ environment }: PlanOrder, files: GoFiles): GoBuildTool {
  const asked = setting(environment, 'CC_GO_BUILD_TOOL') as GoBuildTool | undefined
  if (asked) return asked
  if (files.hasMod || files.hasWork) return 'gomod'
  return files.makefile && setting(environment, 'CC_GO_BINARY') ? 'makefile' : 'gobuild'
}

export async function planBuild(order: PlanOrder, files: GoFiles): Promise<GoBuild> {
  const { environment } = order
  const tool = chooseBuildTool(order, files)
  const binary = setting(environment, 'CC_GO_BINARY')
  if (tool === 'makefile') return withMake(files, binary)
  if (!files.hasMod && !files.hasWork) return withoutModule(order, tool, binary)
  const { target, name, note } = await choosePackage(order, files)
  const program = posix.normalize(binary ?? `${programFolder}/${name}`)
  return {
    program,
    step: {
      title: `go build ${target}`.slice(0, 200),
      command: ['go-build', tool, program, target, ...flags(environment)],
    },
    notes: [note],
    warnings: tool === 'goget' ? [deprecated] : [],
  }
}

const deprecated =
  'CC_GO_BUILD_TOOL=goget is deprecated, as each build gets other versions: commit go.mod and go.sum (go mod init, go mod tidy), and remove the variable.'

const flags = (environment: PlanOrder['environment']) =>
  isOn(environment, 'CC_TROUBLESHOOT') ? ['-x', '-race'] : []

function withMake({ makefile }: GoFiles, binary: string | undefined): GoBuild {
  if (!makefile) {
    throw new Failure(
      'recipe',
      'CC_GO_BUILD_TOOL is "makefile", and there is no Makefile in the folder of the application.',
    )
  }
  if (!binary) {
    throw new Failure(
      'recipe',
      'The Makefile does not tell which program it makes: set CC_GO_BINARY to its path, such as bin/server.',
    )
  }
  const program = posix.normalize(binary)
  return {
    program,
    step: { title: 'make', command: ['go-build', 'makefile', makefile] },
    notes: [`${makefile} builds ${quote(program)} (CC_GO_BINARY).`],
    warnings: [],
  }
}

async function withoutModule(
  { source, environment }: PlanOrder,
  tool: GoBuildTool,
  binary: string | undefined,
): Promise<GoBuild> {
  if (tool === 'gomod') {
    throw new Failure(
      'recipe',
      'CC_GO_BUILD_TOOL is "gomod", and there is no go.mod: run go mod init and go mod tidy, and commit what they write.',
    )
  }
  const names = await source.list('')
  if (!names.some((name) => name.endsWith('.go'))) {
    throw new Failure(
      'recipe',
      'There is nothing to build: no go.mod, no Go files and no Makefile with CC_GO_BINARY. Run go mod init, or set APP_FOLDER to the folder that has them.',
    )
  }
  const path = (setting(environment, 'CC_GO_PKG') ?? 'app').replace(/^[./]+/, '') || 'app'
  const program = posix.normalize(binary ?? `${programFolder}/${programName(path)}`)
  const advice = 'There is no go.mod: run go mod init and go mod tidy, and commit what they write.'
  return {
    program,
    step: {
      title: tool === 'goget' ? 'go mod tidy, go build' : 'go build, without modules',
      command: ['go-build', tool, program, path, ...flags(environment)],
    },
    notes: [
      tool === 'goget'
        ? 'The newest of each dependency is fetched.'
        : 'Dependencies are those in vendor/.',
    ],
    warnings: [tool === 'goget' ? deprecated : advice],
  }
}

interface GoPackage {
  /** As `go build` is given it. */
  target: string
  /** What the program is called. */
  name: string
  note: string
}

async function choosePackage(
  { source, environment }: PlanOrder,
  files: GoFiles,
): Promise<GoPackage> {
  const { module = 'app' } = files
  const asked = withoutTrailingSlashes(setting(environment, 'CC_GO_PKG') ?? '')
  if (asked) {
    const isFolder = !asked.startsWith('.') && (await source.list(asked)).length > 0
    const target = isFolder ? `./${asked}` : asked
    const isRoot = /^\.?\/?$/.test(target) || target === module
    const name = programName(isRoot ? module : target)
    return { target, name, note: `go build ${quote(target)} (CC_GO_PKG).` }
  }
  const [folder, ...others] = await findMainPackages(source)
  if (folder === undefined) {
    throw new Failure(
      'recipe',
      'No package main was found in this folder and in those of cmd: set CC_GO_PKG to the package with the program, such as ./cmd/server.',
    )
  }
  if (others.length > 0) {
    const names = [folder, ...others].map((each) => quote(`./${each}`))
    throw new Failure(
      'recipe',
      `There is more than one program: set CC_GO_PKG to one of ${names.slice(0, 10).join(', ')}.`,
    )
  }
  const target = folder === '.' ? '.' : `./${folder}`
  const name = programName(folder === '.' ? module : folder)
  return { target, name, note: `go build ${quote(target)}, the package with the program.` }
}

/** What Go calls a program: the last part of the path of its package, before a major version. */
export function programName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const last = parts.at(-1) ?? ''
  const named = /^v[1-9]\d*$/.test(last) && parts.length > 1 ? (parts.at(-2) ?? last) : last
  return /^[A-Za-z0-9_][\w.~+-]{0,100}$/.test(named) ? named : 'app'
}
