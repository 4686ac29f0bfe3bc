import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { type Catalogue, chooseVersion } from '#runtimes/choose-version.ts'
import { knownTools } from '#runtimes/known-tools.ts'
import type { Command, PackageManager } from '#runtimes/node/package-managers/package-manager.ts'
import type { GivenTools } from '#runtimes/planner.ts'

/** `Deno.serve` listens where this variable says, whatever port the code names. */
const listening = (...command: Command): Command => [
  'sh',
  '-c',
  'export DENO_SERVE_ADDRESS="tcp:0.0.0.0:$PORT"; exec "$@"',
  'sh',
  ...command,
]

/** Deno, which fetches what a module imports when it runs it. */
export const deno: PackageManager = {
  values: [],
  lockFiles: ['deno.lock'],
  start: () => listening('deno', 'task', 'start'),
  build: () => ['deno', 'task', 'build'],
  async run(file, { source }) {
    const text = (await source.read(file)) ?? ''
    // A module with a default export of a fetch function is for `deno serve`, as new projects have it.
    return text.includes('export default')
      ? listening('deno', 'serve', '--allow-all', file)
      : listening('deno', 'run', '--allow-all', file)
  },
  home: () => [],
  async install({ catalogue, given }) {
    const { tool, note } = denoTool(catalogue, given)
    return { tools: [tool], environment: {}, notes: [note], warnings: [] }
  },
}

/** Deno in the version of `mise.toml`, else the newest of its line. */
export function denoTool(catalogue: Catalogue, given: GivenTools): { tool: Tool; note: string } {
  const own = given.get('deno')
  const request = { text: defaultLine, origin: 'the platform' }
  const version = own ?? chooseVersion(request, knownTools.deno, catalogue.versions('deno'))
  const why = own === undefined ? 'default; mise.toml names another' : 'mise.toml'
  return { tool: { name: 'deno', version }, note: `Deno ${version} (${why})` }
}

const defaultLine = '2'
