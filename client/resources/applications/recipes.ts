import type { Connection } from '#client/http/connection.ts'

/** How an application would be built and started. */
export interface PlannedRecipe {
  recipe: Readonly<Record<string, unknown>>
  /** The same as a deployment's log says it. */
  lines: string[]
}

export interface RecipeQuestion {
  /** The type of application, such as `node`. */
  type: string
  environment: Readonly<Record<string, string>>
  /** The paths of all files, with slashes between their parts. */
  names: readonly string[]
  /** Gives the content of one of them. */
  read(name: string): Promise<string>
}

const maxRounds = 50

export const recipes = ({ ask }: Connection) => ({
  /** What a deployment of some files would do. Sends the contents that the platform asks for, and no others. */
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
