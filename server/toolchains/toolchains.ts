import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { systemToolNames } from '#platform/model/hosting/recipe/system-tools.ts'
import { createSystemToolchain } from './debian/system-toolchain.ts'
import { createGoProgramToolchain } from './go/go-program-toolchain.ts'
import { goPrograms } from './go/go-programs.ts'
import { createGoToolchain } from './go/go-toolchain.ts'
import { createJavaToolchain } from './java/java-toolchain.ts'
import { antTool, jettyTool, mavenTool, tomcatTool } from './java-builds/build-tools.ts'
import { createMavenAddress } from './maven/maven-address.ts'
import {
  createIvyToolchain,
  createMavenToolchains,
  type MavenTool,
  programsOf,
} from './maven/maven-toolchains.ts'
import { createNpmToolchains } from './npm/npm-toolchains.ts'
import { play1Tool } from './play1/play1-tool.ts'
import { createRustToolchain } from './rust/rust-toolchain.ts'
import { sbtTool } from './sbt/sbt-tool.ts'
import { createScriptToolchain, scriptNames, scriptPath } from './scripts/script-toolchain.ts'
import { createStaticServerToolchain } from './static-server/static-server-toolchain.ts'
import type { ToolFolder } from './tool-folder.ts'
import { recordUse } from './trim-tools.ts'

export interface ToolchainsOptions {
  /** Folder of the tools: `<folder>/<name>/<version>/bin/<name>`. */
  folder: string
  /** URL of the npm registry, requested when a download is needed. */
  registry: () => Promise<string>
  /** The operator's Maven repository; Maven Central when absent. */
  mavenRepository?: string | undefined
  /** Folders of JDKs that the operator has installed, by line. */
  jdks?: Readonly<Record<string, string>>
  /** `GOPROXY` of this machine. */
  goProxy?: string | undefined
  /** Variables with the proxies of this machine. */
  proxies?: Readonly<Record<string, string>>
  /** `RUSTUP_DIST_SERVER` of this machine. */
  rustDist?: string | undefined
  /** File with certificate authorities that this machine trusts besides the usual ones. */
  extraCaCerts?: string | undefined
}

/** Tools that are made of files of a Maven repository. */
const mavenTools: Readonly<Record<string, MavenTool>> = {
  ant: antTool,
  jetty: jettyTool,
  maven: mavenTool,
  play1: play1Tool,
  sbt: sbtTool,
  tomcat: tomcatTool,
}

/** A hash of the scripts that this version of the platform puts into a tool; none for a tool without. */
export async function scriptsMark({ name }: Pick<Tool, 'name'>): Promise<string | undefined> {
  const tool = mavenTools[name]
  const script = scriptPath(name)
  const paths = [
    ...(script ? [script] : []),
    ...(tool ? Object.values(programsOf(name, tool)) : []),
  ]
  if (paths.length === 0) return undefined
  const hash = createHash('sha256')
  for (const path of paths.sort()) hash.update(await readFile(path)).update('\0')
  return hash.digest('hex')
}

/** All tools that a recipe may name, by their source. */
export function createToolchains(options: ToolchainsOptions): ToolFolder {
  const npm = createNpmToolchains(options)
  const java = createJavaToolchain(options)
  const systems = createSystemToolchain(options)
  const scripts = createScriptToolchain(options)
  const maven = createMavenToolchains({
    folder: options.folder,
    address: createMavenAddress(options.mavenRepository, (tool) => toolchain(tool)),
    java,
    tools: mavenTools,
  })
  const programs = createGoProgramToolchain({
    ...options,
    go: (folder) => createGoToolchain({ ...options, folder }),
  })
  const members = new Map<string, ToolFolder>([
    ['node', npm],
    ['npm', npm],
    ['pnpm', npm],
    ['yarn', npm],
    ['bun', npm],
    ['deno', npm],
    ['mise', npm],
    [
      'go',
      createGoToolchain({ ...options, system: () => toolchain({ name: 'gcc', version: '14' }) }),
    ],
    ...Object.keys(goPrograms).map((name) => [name, programs] as const),
    ['rust', createRustToolchain(options)],
    ['java', java],
    ['ivy', createIvyToolchain(options.folder)],
    ['ant', maven],
    ['jetty', maven],
    ['maven', maven],
    ['tomcat', maven],
    ['play1', maven],
    ...systemToolNames.map((name) => [name, systems] as const),
    ['sbt', maven],
    ...scriptNames.map((name) => [name, scripts] as const),
    ['static-server', createStaticServerToolchain(options)],
  ])
  const toolchain: ToolFolder = async (tool) => {
    const member = members.get(tool.name)
    if (!member) throw new Error(`no toolchain provides ${tool.name}`)
    const place = await member(tool)
    await recordUse(options.folder, tool)
    return place
  }
  return toolchain
}
