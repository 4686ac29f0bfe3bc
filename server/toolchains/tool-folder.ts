import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

/**
 * The read-only folder of a tool, with its programs in `bin/`. Downloaded on first use and kept; throws a `Failure` of
 * step `build` when unavailable.
 */
export type ToolFolder = (tool: Tool) => Promise<string>
