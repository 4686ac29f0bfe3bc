import type { Parts } from '#engines/process/parts.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

/** Milliseconds after which a tool is not there yet, but fetched. */
const slow = 700

/** A toolchain that names the tools it has to fetch, all of a recipe in one line. */
export function announcing(
  toolchain: Parts['toolchain'],
  say: (line: string) => void,
): Parts['toolchain'] {
  const pending = new Set<Tool>()
  let timer: NodeJS.Timeout | undefined
  const announce = () => {
    const names = [...pending].map(({ name, version }) => `${name} ${version}`)
    say(`Fetching ${names.join(' and ')}, which this platform uses for the first time.`)
  }
  return async (tool) => {
    pending.add(tool)
    timer ??= setTimeout(announce, slow)
    try {
      return await toolchain(tool)
    } finally {
      pending.delete(tool)
      if (pending.size === 0) clearTimeout(timer)
    }
  }
}
