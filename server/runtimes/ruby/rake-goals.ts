import type { Environment } from '#platform/model/hosting/environment.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import { setting } from '#runtimes/variable.ts'

/** Goals of rake in their order: `db:migrate, assets:precompile`. The arguments of a goal, `sitemap[a,b]`, stay together. */
export const rakeGoals = (environment: Environment, hasBundle: boolean): BuildStep[] =>
  goalsIn(setting(environment, 'CC_RAKEGOALS') ?? '').map((goal) => ({
    title: `rake ${goal}`.slice(0, 200),
    command: hasBundle ? ['bundle', 'exec', 'rake', '--', goal] : ['rake', '--', goal],
  }))

function goalsIn(text: string): string[] {
  const goals = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '[') depth += 1
    if (letter === ']') depth -= 1
    if (letter === ',' && depth <= 0) goals.push('')
    else goals.push(`${goals.pop()}${letter}`)
  }
  return goals.map((goal) => goal.trim()).filter((goal) => goal !== '')
}
