import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'

export interface Makefile {
  path: string
  targets: ReadonlySet<string>
}

/** As make looks for it. */
const usualNames = ['GNUmakefile', 'makefile', 'Makefile']

/** The Makefile of the application and what can be asked of it. */
export async function readMakefile({
  source,
  environment,
}: PlanOrder): Promise<Makefile | undefined> {
  const own = setting(environment, 'CC_MAKEFILE')
  for (const path of own === undefined ? usualNames : [own]) {
    const text = await source.read(path)
    if (text !== undefined) return { path, targets: targetsOf(text) }
  }
  if (own === undefined) return undefined
  throw new Failure('recipe', `There is no file ${quote(own)}, which CC_MAKEFILE names.`)
}

const maxLine = 2000

/** Names before the colon of a rule. Commands begin with a tab, and an assignment may have a colon before its sign. */
export function targetsOf(text: string): Set<string> {
  const targets = new Set<string>()
  for (const whole of text.split('\n')) {
    const line = whole.slice(0, maxLine)
    const colon = line.indexOf(':')
    if (colon < 1 || /^[\t #]/.test(line)) continue
    const after = line.slice(colon + 1).replace(/^:/, '')
    if (after.startsWith('=') || line.slice(0, colon).includes('=')) continue
    for (const name of line.slice(0, colon).split(/[ \t]+/)) if (name !== '') targets.add(name)
  }
  return targets
}
