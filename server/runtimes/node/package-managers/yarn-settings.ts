import type { Project } from '#runtimes/node/project.ts'

/** What the runtime wants to know of a `.yarnrc.yml`. */
export interface YarnSettings {
  text: string
  /** `pnp` unless the owner has chosen another way to lay out packages. */
  linker: string
  /** `yarnPath`: a Yarn in the repository, which takes over from ours. */
  ownRelease?: string
  /** A plugin of the repository that can leave out development dependencies, as Yarn 4 can by itself. */
  canFocus: boolean
}

export async function readYarnSettings({ source, lockSource }: Project): Promise<YarnSettings> {
  const text = (await source.read('.yarnrc.yml')) ?? (await lockSource.read('.yarnrc.yml')) ?? ''
  const told = (name: string) => new RegExp(`^${name}: *['"]?([^'"\\s#]+)`, 'm').exec(text)?.[1]
  const ownRelease = told('yarnPath')
  return {
    text,
    linker: told('nodeLinker') ?? 'pnp',
    ...(ownRelease && { ownRelease }),
    canFocus: text.includes('plugin-workspace-tools'),
  }
}
