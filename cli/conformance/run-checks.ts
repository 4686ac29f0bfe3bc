import type { Call, Reply } from './call.ts'
import { CheckFailedError, type Group, type Severity, SkippedError } from './check.ts'
import { checks } from './checks.ts'
import { openStage } from './open-stage.ts'
import type { Subject } from './stage.ts'

/** How a check ended. */
export interface Result {
  id: string
  group: Group
  severity: Severity
  sentence: string
  spec: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** What came instead, or why nobody can tell. */
  because?: string
  /** What to do about it. */
  advice?: string
  /** What was sent and came back, for those that failed. */
  calls: { call: Call; reply: Reply }[]
}

export interface RunOptions {
  /** Only this group. */
  only?: Group | undefined
  /** Told about each result as it comes. */
  onResult?: (result: Result) => void
}

/** Plays the platform against a provider's service and says for each check how it went. */
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

/** Without a good manifest nothing else can be told, so that is looked at in any case. */
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
