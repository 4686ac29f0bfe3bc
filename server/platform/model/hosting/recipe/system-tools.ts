import type { Tool } from './recipe.ts'

/**
 * Tools that are a whole Debian system, which a sandbox has instead of the machine's own: their interpreter was built against its libraries, and
 * extensions that a build compiles need its headers and its compiler.
 */
export const systemToolNames = ['gcc', 'php', 'python', 'ruby', 'varnish'] as const

export const isSystemTool = ({ name }: Pick<Tool, 'name'>): boolean =>
  systemToolNames.some((each) => each === name)
