import { createHash } from 'node:crypto'
import { readFileIn } from '#kit/tenant-files/entries.ts'
import type { Dependencies, Tool } from '#platform/model/hosting/recipe/recipe.ts'

const maxBytes = 16 * 1024 * 1024

/** Contents of the files that determine a dependency tree, by path; `undefined` when one is not a regular file. */
export async function readDecidingFiles(
  app: string,
  paths: string[],
): Promise<Map<string, Buffer> | undefined> {
  const files = new Map<string, Buffer>()
  for (const path of paths) {
    const content = await readFileIn(app, path, maxBytes)
    if (content === undefined) return undefined
    if (content !== 'absent') files.set(path, content)
  }
  return files
}

/** Cache key of a dependency tree: equal keys mean interchangeable trees. `owner` makes it private to one owner. */
export function dependencyKey(
  { folder, install }: Dependencies,
  tools: Tool[],
  files: Map<string, Buffer>,
  owner?: string,
  platform = `${process.platform}-${process.arch}`,
): string {
  const contents = [...files].sort(([one], [other]) => (one < other ? -1 : 1))
  const facts = [
    platform,
    folder,
    install.command,
    Object.entries(install.environment ?? {}).sort(),
    tools.map(({ name, version }) => `${name} ${version}`).sort(),
    contents.map(([path, content]) => [path, sha256(content)]),
    ...(owner === undefined ? [] : [owner]),
  ]
  return sha256(JSON.stringify(facts))
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
