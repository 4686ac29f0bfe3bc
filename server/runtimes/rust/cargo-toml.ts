import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { parseToml } from '#runtimes/toml-file.ts'

/** What a `Cargo.toml` says of its package and its workspace. */
export interface CargoToml {
  package?: CargoPackage
  workspace?: Workspace
}

export interface CargoPackage {
  name: string
  /** Programs, in the order of their names. */
  programs: string[]
  /** `default-run`. */
  defaultRun?: string
  /** `rust-version`, the least that is needed. */
  rustVersion?: string
  /** Names of dependencies. */
  dependencies: string[]
}

export interface Workspace {
  members: string[]
  exclude: string[]
  defaultMembers?: string[]
  rustVersion?: string
}

/** What cargo can call a program, besides names in other alphabets. */
export const isProgramName = (text: string): boolean => /^[A-Za-z0-9_][\w-]{0,100}$/.test(text)

/** The `Cargo.toml` of a folder; none where there is no such file. */
export async function readCargoToml(
  source: Source,
  folder: string,
): Promise<CargoToml | undefined> {
  const path = below(folder, 'Cargo.toml')
  const text = await source.read(path)
  if (text === undefined) return undefined
  const content = parseToml(path, text)
  const { package: own, workspace } = content
  const rustVersion = textIn(tableIn(tableIn(workspace).package)['rust-version'])
  const defaultMembers = tableIn(workspace)['default-members']
  return {
    ...(isTable(own) && { package: await packageOf(source, folder, content) }),
    ...(isTable(workspace) && {
      workspace: {
        members: textsIn(workspace.members),
        exclude: textsIn(workspace.exclude),
        ...(Array.isArray(defaultMembers) && { defaultMembers: textsIn(defaultMembers) }),
        ...(rustVersion && { rustVersion }),
      },
    }),
  }
}

async function packageOf(
  source: Source,
  folder: string,
  content: Record<string, unknown>,
): Promise<CargoPackage> {
  const own = tableIn(content.package)
  const name = textIn(own.name) ?? ''
  const defaultRun = textIn(own['default-run'])
  const rustVersion = textIn(own['rust-version'])
  return {
    name,
    programs: await programsOf(source, folder, { name, own, bin: content.bin }),
    ...(defaultRun && { defaultRun }),
    ...(rustVersion && { rustVersion }),
    dependencies: Object.keys(tableIn(content.dependencies)),
  }
}

interface PackageFacts {
  name: string
  own: Record<string, unknown>
  bin: unknown
}

/** Those that `[[bin]]` names, and those whose files lie where cargo looks for them. */
async function programsOf(source: Source, folder: string, { name, own, bin }: PackageFacts) {
  const named = (Array.isArray(bin) ? bin : []).map(tableIn)
  const names = new Set(named.flatMap((each) => textIn(each.name) ?? []))
  const paths = new Set(named.flatMap((each) => textIn(each.path) ?? []))
  if (own.autobins !== false) {
    for (const [found, path] of await filesOfPrograms(source, folder, name)) {
      if (!paths.has(path)) names.add(found)
    }
  }
  return [...names].filter(isProgramName).sort()
}

const maxFolders = 60

async function filesOfPrograms(source: Source, folder: string, name: string) {
  const found: [name: string, path: string][] = []
  if ((await source.list(below(folder, 'src'))).includes('main.rs')) {
    found.push([name, 'src/main.rs'])
  }
  const names = await source.list(below(folder, 'src/bin'))
  for (const file of names) {
    if (file.endsWith('.rs')) found.push([file.slice(0, -'.rs'.length), `src/bin/${file}`])
  }
  for (const each of names.filter((entry) => entry.endsWith('/')).slice(0, maxFolders)) {
    const path = `src/bin/${each.slice(0, -1)}`
    if ((await source.list(below(folder, path))).includes('main.rs')) {
      found.push([each.slice(0, -1), `${path}/main.rs`])
    }
  }
  return found
}

export const below = (folder: string, path: string): string =>
  folder === '' ? path : `${folder}/${path}`

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const tableIn = (value: unknown): Record<string, unknown> => (isTable(value) ? value : {})

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap((each) => textIn(each) ?? [])
