import type { Tool } from './recipe.ts'

/**
 * Tools that are a whole Debian system, which a sandbox has instead of the machine's own: their interpreter was built against its libraries, and
 * extensions that a build compiles need its headers and its compiler.
 */
const systemTools: ReadonlySet<string> = new Set(['python', 'ruby'])

export const isSystemTool = ({ name }: Pick<Tool, 'name'>): boolean => systemTools.has(name)
