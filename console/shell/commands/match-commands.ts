import type { Command } from './command.ts'

/** As many as fit without scrolling. */
const maxShown = 12
const maxRecent = 4

/** Words of what was typed; the mark between a name and its page may be typed as well. */
export const wordsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[\s›]+/)
    .filter(Boolean)

export interface Preference {
  /** Ids of commands, the last used first. */
  recent: readonly string[]
  /** Id of the application whose page is open. */
  openId?: string | undefined
}

/**
 * The best matches: each word has to begin or be in the label, the keywords, the detail or the id. What was used recently,
 * and what is about the open application, wins over what matches as well.
 */
export function matchingCommands(
  commands: readonly Command[],
  words: readonly string[],
  { recent, openId }: Preference,
): Command[] {
  return commands
    .map((command, at) => ({ command, at, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .map((match) => ({ ...match, score: match.score + preferenceOf(match.command) }))
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, maxShown)
    .map(({ command }) => command)

  function preferenceOf({ id }: Command): number {
    const at = recent.indexOf(id)
    const forRecent = at < 0 ? 0 : 1 - at / (recent.length + 1)
    return forRecent + (openId !== undefined && id.startsWith(openId) ? 0.5 : 0)
  }
}

/** What is offered before anything is typed: recent ones, then the others in their order. */
export function offeredCommands(
  commands: readonly Command[],
  recent: readonly string[],
  recentGroup: string,
): Command[] {
  const byId = new Map(commands.map((command) => [command.id, command]))
  const used = recent
    .flatMap((id) => byId.get(id) ?? [])
    .slice(0, maxRecent)
    .map((command) => ({ ...command, group: recentGroup }))
  const isUsed = new Set(used.map(({ id }) => id))
  const others = commands.filter(({ id }) => !isUsed.has(id))
  return [...used, ...others].slice(0, maxShown)
}

function scoreOf({ id, label, detail = '', keywords = '' }: Command, words: readonly string[]) {
  const name = label.toLowerCase()
  const rest = `${keywords} ${detail} ${id}`.toLowerCase()
  let score = 0
  for (const word of words) {
    if (name.startsWith(word)) score += 4
    else if (name.includes(` ${word}`) || name.includes(`-${word}`)) score += 3
    else if (name.includes(word)) score += 2
    else if (rest.includes(word)) score += 1
    else return 0
  }
  // A shorter name is a better match; of numbered things the order of the list counts.
  return score + 1 / (1 + name.replaceAll(/\d/g, '').length)
}
