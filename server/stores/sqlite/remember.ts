import type { Store } from '#platform/store.ts'

const mostAnswers = 10_000

/** The questions that every signed request asks. */
const remembered: Partial<Record<keyof Store, string[]>> = {
  users: ['find'],
  members: ['find'],
  consumers: ['find'],
  accessTokens: ['find'],
}

const isQuestion = (method: string) => /^(find|list|of$|steps$)/.test(method)

/**
 * Remembers the answers that requests ask for again and again, until anything at all is written. Right only for
 * a store that nobody else writes to. Without it most of the time of a signed request went into asking SQLite
 * for the same consumer, access token and user, and into decrypting their secrets.
 */
export function remember(store: Store): Store {
  const answers = new Map<string, unknown>()
  /** Changes with each write, so that an answer read before it is not kept after it. */
  let generation = 0
  const forget = () => {
    generation += 1
    answers.clear()
  }

  const ask = (key: string, question: () => Promise<unknown>) => {
    if (answers.has(key)) return Promise.resolve(answers.get(key))
    const asked = generation
    return question().then((answer) => {
      if (asked === generation && answer !== undefined) {
        if (answers.size >= mostAnswers) answers.clear()
        answers.set(key, Object.freeze(answer))
      }
      return answer
    })
  }

  const write = async (deed: () => Promise<unknown>) => {
    forget()
    try {
      return await deed()
    } finally {
      forget()
    }
  }

  type Method = (...args: unknown[]) => Promise<unknown>
  const wrapNoun = (noun: string, methods: Record<string, Method>) =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]): [string, Method] => {
        if (remembered[noun as keyof Store]?.includes(name)) {
          return [name, (...args) => ask(`${noun}\n${args.join('\n')}`, () => method(...args))]
        }
        return [name, isQuestion(name) ? method : (...args) => write(() => method(...args))]
      }),
    )

  const nouns = Object.entries(store).map(([name, part]) => [
    name,
    typeof part === 'object' ? wrapNoun(name, part) : part,
  ])
  return {
    ...(Object.fromEntries(nouns) as Store),
    transaction: (work) => write(() => store.transaction(work)) as ReturnType<typeof work>,
    removeExpired: (date) => write(() => store.removeExpired(date)) as Promise<void>,
    close: () => store.close(),
  }
}
