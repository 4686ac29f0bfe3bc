import type { Parts } from '#engines/process/parts.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

/** Milliseconds after which a tool is not there yet, but fetched. */
const slow = 700

/** Milliseconds between lines about tools that are still not there, such as one that is built from its source. */
const usualInterval = 30_000

/** A toolchain that names the tools it has to fetch, all of a recipe in one line. */
export function announcing(
  toolchain: Parts['toolchain'],
  say: (line: string) => void,
  interval = usualInterval,
): Parts['toolchain'] {
  const pending = new Set<Tool>()
  let timer: NodeJS.Timeout | undefined
  const names = () => [...pending].map(({ name, version }) => `${name} ${version}`).join(' and ')
  const announce = () => {
    say(`Fetching ${names()}, which this platform uses for the first time.`)
    timer = setInterval(() => say(`Still fetching ${names()}.`), interval)
  }
  return async (tool) => {
    pending.add(tool)
    timer ??= setTimeout(announce, slow)
    try {
      return await toolchain(tool)
    } finally {
      pending.delete(tool)
      if (pending.size === 0) clearInterval(timer)
    }
  }
}
