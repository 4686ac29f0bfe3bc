import type { Platform } from '#platform/hosting/platform.ts'
import type { Recipe, Tool } from '#platform/model/hosting/recipe/recipe.ts'

type Context = Pick<Platform, 'toolchains' | 'clock'>

/**
 * The recipe with the exact version of each tool of which it names only the line. A deployment chooses it, not the plan: what a mirror has, and what is left on
 * disk when it does not answer, cannot be read from the source.
 */
export async function withExactTools(
  context: Context,
  recipe: Recipe,
  tell: (line: string) => void,
): Promise<Recipe> {
  const { toolchains } = context
  const onFetch = (name: string) => (version: string) =>
    tell(`Fetching ${name} ${version}, which this server does not have yet.`)
  const exact = await Promise.all(
    recipe.tools.map(async (tool) => ({
      tool,
      ...(await toolchains.exactVersion(tool, onFetch(tool.name))),
    })),
  )
  return {
    ...recipe,
    tools: exact.map(({ tool, version }) => ({ ...tool, version })),
    warnings: [
      ...recipe.warnings,
      ...exact.flatMap(({ warning }) => warning ?? []),
      ...exact.flatMap(({ tool }) => endedLine(context, tool)),
    ],
  }
}

/** Tools with the versions that a deployment will get, as far as the catalogue knows. */
export const expectedTools = (
  { toolchains }: Pick<Context, 'toolchains'>,
  tools: readonly Tool[],
): Promise<Tool[]> =>
  Promise.all(
    tools.map(async (tool) => ({ ...tool, version: await toolchains.expectedVersion(tool) })),
  )

/** Tools whose end of life nobody else tells, with the variable that chooses another line; the runtime of Node says it of Node. */
const tellsEnd: Readonly<Record<string, { title: string; variable: string }>> = {
  java: { title: 'Java', variable: 'CC_JAVA_VERSION' },
  php: { title: 'PHP', variable: 'CC_PHP_VERSION' },
  python: { title: 'Python', variable: 'CC_PYTHON_VERSION' },
  ruby: { title: 'Ruby', variable: 'CC_RUBY_VERSION' },
}

function endedLine({ toolchains, clock }: Context, tool: Tool): string[] {
  const named = Object.hasOwn(tellsEnd, tool.name) ? tellsEnd[tool.name] : undefined
  const end = named && toolchains.endOfLife(tool)
  return end !== undefined && end <= new Date(clock()).toISOString().slice(0, 10)
    ? [
        `${named?.title} ${tool.version} reached its end of life on ${end} and gets no more security fixes: choose a newer line with ${named?.variable}.`,
      ]
    : []
}
