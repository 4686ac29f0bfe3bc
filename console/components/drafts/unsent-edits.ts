const areSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Edits without those that were sent; a field that was typed into since then stays. */
export function unsentEdits<Values extends object>(
  edits: Partial<Values>,
  sent: Partial<Values>,
): Partial<Values> {
  const kept = (Object.keys(edits) as (keyof Values)[]).filter(
    (name) => !areSame(edits[name], sent[name]),
  )
  return Object.fromEntries(kept.map((name) => [name, edits[name]])) as Partial<Values>
}

/** Whether an edit differs from what is saved. */
export const hasEdits = <Values extends object>(
  edits: Partial<Values>,
  saved: Partial<Values>,
): boolean => Object.keys(unsentEdits(edits, saved)).length > 0
