import { posix } from 'node:path'
import type { Source } from '#platform/model/hosting/deployments/source.ts'

const maxFiles = 20

/** The modifiers of an application's routes: words of the lines with `+` in `conf/routes` and `conf/*.routes`. */
export async function readRouteModifiers(
  source: Source,
  folder: string,
): Promise<ReadonlySet<string>> {
  const conf = posix.join(folder, 'conf')
  const names = (await source.list(conf)).filter((name) => /^(.*\.)?routes$/.test(name))
  const paths = names.slice(0, maxFiles).map((name) => posix.join(conf, name))
  const texts = await Promise.all(paths.map((path) => source.read(path)))
  return new Set(texts.flatMap((text) => modifiersIn(text ?? '')))
}

const modifiersIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('+'))
    .flatMap((line) => (line.split('#', 1)[0] ?? '').split(/[\s+]/))
    .filter((word) => word !== '')
