/** What the operator has chosen for one of the built-in providers. */
export interface OperatorChoice {
  /** Handed to its process. */
  handover: Readonly<Record<string, string>>
  /** Programs in place of those that its offer requires; none are needed when empty. */
  programs?: readonly string[]
}

/** By id of the provider. */
export type OperatorChoices = ReadonlyMap<string, OperatorChoice>
