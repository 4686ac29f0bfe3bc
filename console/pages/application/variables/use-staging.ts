import { useMemo, useState } from 'react'
import type { Environment } from '#client/resources/applications/environment.ts'
import {
  applyEdits,
  type Edits,
  editsBetween,
  noEdits,
  rebaseEdits,
  type Variables,
  variablesOf,
} from './staged-changes.ts'

/** Edits and the variables that they were made on. */
interface Draft {
  base: Variables
  version: string
  edits: Edits
}

export interface Staging {
  /** The saved variables that the edits are made on. */
  base: Variables
  version: string
  edits: Edits
  /** The variables with the edits. */
  current: Variables
  /** What is saved by now. */
  latest: Variables
  /** Somebody has changed the saved variables since the first edit. */
  isOutdated: boolean
  /** Counts changes that come from elsewhere than the text editor, which has to show them. */
  revision: number
  /** Replaces the edits; `isTyped` if the text editor shows them already. */
  stage(edits: Edits, options?: { isTyped?: boolean }): void
  discard(): void
  /** Keeps the saved variables that are edited, while the text editor has a text that is not valid yet. */
  hold(): void
  /** Forgets edits that were sent and are saved by now; those made meanwhile stay. */
  accept(sent: Variables, saved: Environment): void
  /** Puts the edits onto the latest variables, without those of these names. */
  rebase(withoutNames: ReadonlySet<string>): void
}

/** Edits of variables that are not saved; without edits the saved variables are followed. */
export function useStaging(saved: Environment): Staging {
  const [draft, setDraft] = useState<Draft>()
  const [revision, setRevision] = useState(0)
  const latest = useMemo(() => variablesOf(saved.variables), [saved])
  const { base, version, edits } = draft ?? { base: latest, version: saved.version, edits: noEdits }
  const current = useMemo(() => applyEdits(base, edits), [base, edits])
  const change = (next: Draft | undefined, isTyped = false) => {
    setDraft(next && next.edits.size > 0 ? next : undefined)
    if (!isTyped) setRevision((count) => count + 1)
  }
  return {
    base,
    version,
    edits,
    current,
    latest,
    isOutdated: version !== saved.version,
    revision,
    stage: (next, { isTyped } = {}) => change({ base, version, edits: next }, isTyped),
    discard: () => change(undefined),
    hold: () => setDraft({ base, version, edits }),
    accept: (sent, { variables, version: savedVersion }) => {
      setDraft((old) => {
        if (!old) return undefined
        const since = editsBetween(sent, applyEdits(old.base, old.edits))
        return since.size === 0
          ? undefined
          : { base: variablesOf(variables), version: savedVersion, edits: since }
      })
      setRevision((count) => count + 1)
    },
    rebase: (withoutNames) => {
      const kept = [...rebaseEdits(base, latest, edits).edits].filter(
        ([name]) => !withoutNames.has(name),
      )
      change({ base: latest, version: saved.version, edits: new Map(kept) })
    },
  }
}
