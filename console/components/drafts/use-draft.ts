import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DraftScope } from './draft-scope.ts'
import { hasEdits, unsentEdits } from './unsent-edits.ts'

export interface Draft<Values extends object> {
  /** What is saved, with the fields that were edited here. */
  values: Values
  /** Something would be lost. */
  isChanged: boolean
  set(part: Partial<Values>): void
  /** Takes back what was typed. */
  discard(): void
  /** Forgets what was sent and is saved by now; what was typed meanwhile stays. */
  accept(sent: Partial<Values>): void
  /** Leaving no longer asks, for example before going to the page of what was just created. */
  release(): void
}

/**
 * Values of a form. Only edited fields are held here: the others follow what is saved, and no refresh takes an edited
 * one away. Leaving the page or closing the dialog with a draft asks first.
 */
export function useDraft<Values extends object>(saved: Values): Draft<Values> {
  const [edits, setEdits] = useState<Partial<Values>>({})
  const latest = useRef(edits)
  useLayoutEffect(() => {
    latest.current = edits
  }, [edits])
  const isChanged = hasEdits(edits, saved)
  const discard = () => setEdits({})
  const release = useUnsaved(isChanged, discard)
  return {
    values: { ...saved, ...edits },
    isChanged,
    set: (part) => setEdits((old) => ({ ...old, ...part })),
    discard,
    accept: (sent) => {
      setEdits((old) => unsentEdits(old, sent))
      // At once, because the next line may be one that leaves.
      if (!hasEdits(latest.current, sent)) release()
    },
    release,
  }
}

/** Has leaving ask while something is not saved, and discards it when it is left; returns what ends that. */
export function useUnsaved(isUnsaved: boolean, discard: () => void): () => void {
  const scope = useContext(DraftScope)
  const [id] = useState(() => Symbol('draft'))
  const latest = useRef(discard)
  useLayoutEffect(() => {
    latest.current = discard
  }, [discard])
  useEffect(() => {
    if (!isUnsaved) return
    scope.add(id, () => latest.current())
    return () => scope.remove(id)
  }, [isUnsaved, scope, id])
  return () => scope.remove(id)
}
