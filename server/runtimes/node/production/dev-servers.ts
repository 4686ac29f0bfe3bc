import type { Project } from '#runtimes/node/project.ts'
import type { SimpleCommand } from './script-commands.ts'

/** Development servers that listen on loopback unless told otherwise, by program: their first arguments, `''` for none. */
const devServers: Readonly<Record<string, readonly string[]>> = {
  ng: ['serve', 's', 'dev'],
  vite: ['', 'dev', 'serve'],
  astro: ['', 'dev'],
  docusaurus: ['start'],
  gatsby: ['develop'],
  nuxt: ['dev'],
  nuxi: ['dev'],
  rsbuild: ['', 'dev'],
}

const hostOptions = ['--host', '--hostname', '-H']
/** Settings files that may say where a development server listens. */
const settingsFiles = /^(vite|astro|nuxt|rsbuild)\.config\.[cm]?[jt]s$|^angular\.json$/

/** Whether the last command of a start is a development server on loopback: neither an option nor a settings file names a host. */
export async function isUnreachableDevServer(
  commands: readonly SimpleCommand[],
  project: Project,
): Promise<boolean> {
  const last = commands.at(-1)
  if (!last || !isDevServer(last)) return false
  if (last.some((word) => hostOptions.some((name) => word === name || word.startsWith(`${name}=`))))
    return false
  const names = [...project.names].filter((name) => settingsFiles.test(name)).slice(0, 5)
  const texts = await Promise.all(names.map((name) => project.source.read(name)))
  return texts.every((text) => !text?.includes('host'))
}

function isDevServer([program, first = '']: SimpleCommand): boolean {
  const known = Object.hasOwn(devServers, program) ? devServers[program] : undefined
  return known?.includes(first.startsWith('-') ? '' : first) ?? false
}
