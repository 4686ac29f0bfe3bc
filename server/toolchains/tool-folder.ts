import type { Tool } from '#platform/deployments/recipe/recipe.ts'

/**
 * The read-only folder of a tool, with its programs in `bin/`. Fetched at the first ask and kept; throws a
 * `Failure` of step `build` when it cannot be had.
 */
export type ToolFolder = (tool: Tool) => Promise<string>
