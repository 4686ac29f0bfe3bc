import { posix } from 'node:path'
import { parse } from 'ini'
import { readYaml } from '#runtimes/node/lock-files/yaml-text.ts'
import { isObject } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/variable.ts'

/** Where pnpm installs packages. */
export interface PnpmLayout {
  /** Possibly without `node_modules`: Node resolves packages by `.pnp.cjs`, which has to be loaded first. */
  isPnp: boolean
  /** Options for `pnpm install` that keep packages in the application's folder. */
  options: string[]
  warnings: string[]
}

const names = ['node-linker', 'virtual-store-dir', 'enable-global-virtual-store'] as const
type Settings = Partial<Record<(typeof names)[number], string>>

export async function readPnpmLayout(project: Project): Promise<PnpmLayout> {
  const settings = await readSettings(project)
  const store = settings['virtual-store-dir']
  const isGlobal = settings['enable-global-virtual-store'] === 'true'
  const isOutside = store !== undefined && leadsOutside(store)
  return {
    isPnp: settings['node-linker'] === 'pnp',
    options: [
      ...(isGlobal ? ['--config.enable-global-virtual-store=false'] : []),
      ...(isOutside ? ['--virtual-store-dir=node_modules/.pnpm'] : []),
    ],
    warnings: isOutside
      ? [
          `The virtual store of pnpm is ${quote(store)}, outside of the application's folder, of which alone instances have a copy: node_modules/.pnpm is used.`,
        ]
      : [],
  }
}

/** Whether the path is outside the application, where instances would not find it. */
function leadsOutside(path: string): boolean {
  const first = posix.normalize(path).split('/')[0]
  return posix.isAbsolute(path) || first === '..' || first === '~' || path.includes('${')
}

/** Later ones win: files, then variables. */
async function readSettings({ source, lockSource, environment }: Project): Promise<Settings> {
  const npmrcs = [await lockSource.read('.npmrc'), await source.read('.npmrc')]
  const workspace = readYaml((await lockSource.read('pnpm-workspace.yaml')) ?? '')
  const found: Settings = {}
  for (const text of npmrcs) collect(found, parse(text ?? ''), (key) => key)
  if (isObject(workspace)) collect(found, workspace, dashed)
  collect(found, environment, (name) => {
    const [, key] = /^p?npm_config_(.*)$/i.exec(name) ?? []
    return key?.toLowerCase().replaceAll('_', '-') ?? ''
  })
  return found
}

function collect(
  found: Settings,
  values: Readonly<Record<string, unknown>>,
  nameOf: (key: string) => string,
): void {
  for (const [key, value] of Object.entries(values)) {
    const name = names.find((each) => each === nameOf(key))
    if (name) found[name] = String(value).trim()
  }
}

/** `virtualStoreDir` becomes `virtual-store-dir`. */
const dashed = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
