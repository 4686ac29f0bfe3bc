import type { Source } from '#platform/deployments/source.ts'
import type { Project } from '#runtimes/node/project.ts'

/** Attributes that make Git write other bytes than the commit has, beside the ends of lines. */
const changing = /^[-!]?(ident|working-tree-encoding)(=|$)/

/**
 * Why the files that are installed from may differ from those that were read: the runtime reads the commit, the engine the
 * files that Git checks out.
 */
export async function checkoutObstacle(project: Project): Promise<string | undefined> {
  const { source, repository, folder = '' } = project
  const parents = folder.split('/').map((_, count, parts) => parts.slice(0, count).join('/'))
  const places: [Source, string][] = repository
    ? parents.map((parent): [Source, string] => [repository, parent ? `${parent}/` : ''])
    : []
  for (const [where, prefix] of [...places, [source, ''] as const]) {
    const text = (await where.read(`${prefix}.gitattributes`)) ?? ''
    if (text.split(/\s+/).some((word) => changing.test(word))) {
      return '.gitattributes changes files when they are checked out'
    }
  }
  return undefined
}
