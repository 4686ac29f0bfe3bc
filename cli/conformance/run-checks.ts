import type { Call, Reply } from './call.ts'
import { CheckFailedError, type Group, type Severity, SkippedError } from './check.ts'
import { checks } from './checks.ts'
import { openStage } from './open-stage.ts'
import type { Subject } from './stage.ts'

/** Outcome of a check. */
export interface Result {
  id: string
  group: Group
  severity: Severity
  sentence: string
  spec: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** Observed behaviour, or why the check was skipped. */
  because?: string
  /** How to fix it. */
  advice?: string
  /** Requests and responses of a failed check. */
  calls: { call: Call; reply: Reply }[]
}

export interface RunOptions {
  /** Runs only this group. */
  only?: Group | undefined
  /** Called with each result as soon as it is known. */
  onResult?: (result: Result) => void
}

/** Acts as the platform against a provider's service and returns the result of each check. */
export async function runChecks(
  subject: Subject,
  { only, onResult }: RunOptions = {},
): Promise<Result[]> {
  const stage = await openStage(subject)
  const results: Result[] = []
  let isUsable = true
  try {
    for (const check of checks.filter(({ group }) => isWanted(group, only))) {
      const { id, group, severity, sentence, spec } = check
      const ended =
        isUsable || group === 'manifest' ? await tried(() => check.run(stage)) : unusable
      if (group === 'manifest' && severity === 'must' && ended.outcome === 'failed')
        isUsable = false
      const calls = stage.takeCalls()
      await stage.tidyUp()
      const shown = ended.outcome === 'failed' ? calls : []
      const result = { id, group, severity, sentence, spec, ...ended, calls: shown }
      results.push(result)
      onResult?.(result)
    }
  } finally {
    await stage.close()
  }
  return results
}

/** Manifest checks always run, because the other groups depend on a valid manifest. */
const isWanted = (group: Group, only: Group | undefined) =>
  only === undefined || group === only || group === 'manifest'

const unusable = { outcome: 'skipped', because: 'The manifest has errors.' } as const

async function tried(
  run: () => Promise<void>,
): Promise<Pick<Result, 'outcome' | 'because' | 'advice'>> {
  try {
    await run()
    return { outcome: 'passed' }
  } catch (error) {
    if (error instanceof SkippedError) return { outcome: 'skipped', because: error.message }
    if (error instanceof CheckFailedError)
      return { outcome: 'failed', because: error.message, advice: error.advice }
    throw error
  }
}
