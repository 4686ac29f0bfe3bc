import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { isOn } from '#platform/model/hosting/environment.ts'
import type { Project } from '#runtimes/node/project.ts'
import type { OldNodeFile } from '#runtimes/node/version-files.ts'
import { setting } from '#runtimes/variable.ts'
import { type BuildMaker, findBuildMaker } from './build-makers.ts'
import { isUnreachableDevServer } from './dev-servers.ts'
import { type Framework, frameworkOf, type ProductionServer } from './frameworks.ts'
import { commandNeedingBuild } from './needed-build.ts'
import { commandsIn, commandsOfScript, type SimpleCommand } from './script-commands.ts'

/** What the platform does, in addition to installing, so that an application can serve. */
export interface Production {
  /** The script `build` is run after the installation. */
  runsBuild: boolean
  /** Started instead of what package.json says. */
  server?: ProductionServer
  notes: string[]
}

/** Decides whether `build` runs: by `CC_NODE_RUN_BUILD`, else when the start needs it and nothing else makes it. */
export async function planProduction(project: Project, old: OldNodeFile): Promise<Production> {
  const { packageJson } = project
  const commands = startCommands(project)
  const chosen = await chooseServer(project, commands, old)
  const needing = chosen ? chosen.needing : await needingBuild(project, commands)
  const maker = findBuildMaker(project, commands)
  const wanted = wantsBuild(project)
  const hasScript = Boolean(packageJson.scripts.build?.trim())
  if (wanted && !hasScript) {
    throw new Failure(
      'recipe',
      'CC_NODE_RUN_BUILD is true, and package.json has no script "build".',
    )
  }
  const runsBuild = wanted ?? (hasScript && needing !== undefined && maker === undefined)
  return {
    runsBuild,
    ...(chosen && { server: chosen.server }),
    notes: [
      ...(chosen ? [chosen.note, ...(chosen.server.notes ?? [])] : []),
      ...(hasScript ? buildNotes({ wanted, runsBuild, needing, maker }) : []),
    ],
  }
}

interface BuildDecision {
  wanted: boolean | undefined
  runsBuild: boolean
  needing: string | undefined
  maker: BuildMaker | undefined
}

function buildNotes({ wanted, runsBuild, needing, maker }: BuildDecision): string[] {
  if (wanted !== undefined) {
    return [`The script "build" is ${runsBuild ? '' : 'not '}run (CC_NODE_RUN_BUILD).`]
  }
  if (runsBuild) {
    return [
      `The script "build" is run, because ${needing} needs what it makes (CC_NODE_RUN_BUILD=false leaves it out).`,
    ]
  }
  if (maker?.isSure) return []
  const why = maker && needing ? `, because ${maker.name} may make what ${needing} needs` : ''
  return [`The script "build" is not run${why} (CC_NODE_RUN_BUILD=true runs it).`]
}

function wantsBuild({ environment }: Project): boolean | undefined {
  const isSet = setting(environment, 'CC_NODE_RUN_BUILD') !== undefined
  return isSet ? isOn(environment, 'CC_NODE_RUN_BUILD') : undefined
}

/** Commands of `CC_RUN_COMMAND`, else of `scripts.start`. */
export function startCommands({ environment, packageJson: { scripts } }: Project): SimpleCommand[] {
  const own = setting(environment, 'CC_RUN_COMMAND')
  return own === undefined ? commandsOfScript('start', scripts) : commandsIn(own, scripts)
}

async function needingBuild(
  project: Project,
  commands: readonly SimpleCommand[],
): Promise<string | undefined> {
  if (commands.length > 0) return commandNeedingBuild(commands, project)
  return typeof project.packageJson.main === 'string'
    ? commandNeedingBuild([['node', project.packageJson.main]], project)
    : undefined
}

interface ChosenServer {
  server: ProductionServer
  needing: string
  note: string
}

/** The framework's server, where package.json starts nothing that visitors could reach. */
async function chooseServer(
  project: Project,
  commands: readonly SimpleCommand[],
  { startup }: OldNodeFile,
): Promise<ChosenServer | undefined> {
  const { environment, packageJson } = project
  const { scripts, main } = packageJson
  if (setting(environment, 'CC_RUN_COMMAND') || !scripts.build?.trim()) return undefined
  const framework = frameworkOf(project)
  if (!framework) return undefined
  const start = scripts.start?.trim()
  const flaw = start
    ? await flawOfStart(start, framework, project, commands)
    : 'package.json has no script "start"'
  const startsOther = !start && (startup !== undefined || typeof main === 'string')
  const server = flaw && !startsOther ? await framework.server(project) : undefined
  if (!server) return undefined
  return {
    server,
    needing: `the server of ${framework.title}`,
    note: `Starts what ${framework.title} builds, because ${flaw} (CC_RUN_COMMAND starts something else).`,
  }
}

/** Why the script `start` of a new project serves no visitor. */
async function flawOfStart(
  start: string,
  { startInBuild }: Framework,
  project: Project,
  commands: readonly SimpleCommand[],
): Promise<string | undefined> {
  if (start === startInBuild) return 'the script "start" is meant for the folder of the build'
  return (await isUnreachableDevServer(commands, project))
    ? 'the script "start" runs a development server that visitors cannot reach'
    : undefined
}
