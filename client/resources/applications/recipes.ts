import type { Connection } from '#client/http/connection.ts'

/** How an application would be built and started. */
export interface PlannedRecipe {
  recipe: Readonly<Record<string, unknown>>
  /** The recipe as a deployment's log prints it. */
  lines: string[]
}

export interface RecipeQuestion {
  /** The type of application, such as `node`. */
  type: string
  environment: Readonly<Record<string, string>>
  /** Paths of all files, separated by slashes. */
  names: readonly string[]
  /** Returns the content of a file. */
  read(name: string): Promise<string>
}

const maxRounds = 50

export const recipes = ({ ask }: Connection) => ({
  /** The recipe that a deployment of these files would use; sends only the contents that the platform requests. */
  async plan({ read, ...question }: RecipeQuestion): Promise<PlannedRecipe> {
    const files = new Map<string, string>()
    for (let round = 0; round < maxRounds; round++) {
      const answer = await ask<PlannedRecipe | { needs: string[] }>({
        method: 'POST',
        path: '/v4/recipes',
        body: { ...question, files: Object.fromEntries(files) },
      })
      if (!('needs' in answer)) return answer
      const known = new Set(question.names)
      for (const name of answer.needs) if (known.has(name)) files.set(name, await read(name))
    }
    throw new Error(`the platform has asked for files ${maxRounds} times and for more still`)
  },
})
