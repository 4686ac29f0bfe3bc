import type { RealId } from '#platform/model/ids.ts'
import type { Addon, AddonFacts, AddonState } from './addon.ts'

/** What can change in every state. */
export type AddonDetails = Partial<
  Pick<AddonFacts, 'planId' | 'name' | 'config' | 'message' | 'trouble' | 'tags' | 'attempts'>
>

interface Stay<DueAt> {
  state?: never
  realId?: never
  dueAt?: DueAt
}

interface Delete {
  state: 'deleting'
  realId?: RealId
  dueAt: number
}

type AfterOrder =
  | Stay<number>
  | { state: 'uncertain'; realId?: never; dueAt: number }
  | { state: 'pending'; realId: RealId; dueAt: number }
  | { state: 'ready'; realId: RealId; dueAt: null }
  | Delete

/** What can come after each state, with the facts that the next state has beyond this one. */
interface Changes {
  ordering: AfterOrder
  uncertain: AfterOrder
  pending: Stay<number | null> | { state: 'ready'; realId?: never; dueAt: null } | Delete
  ready: Stay<number | null> | { state: 'suspended'; realId?: never; dueAt?: never } | Delete
  suspended: Stay<number | null> | { state: 'ready'; realId?: never; dueAt?: never } | Delete
  deleting: { state?: 'deleting'; realId?: RealId; dueAt?: number }
}

/** A change that fits every one of these states. */
export type AddonChange<State extends AddonState> = AddonDetails & Fitting<State>

type Fitting<State extends AddonState> = (
  State extends State
    ? (change: Changes[State]) => void
    : never
) extends (change: infer Change) => void
  ? Change
  : never

/** The add-on as it is after a change. */
export function withChange<One extends Addon>(
  addon: One,
  change: AddonChange<One['state']>,
): Addon {
  // What `Changes` lets follow a state has, together with that state, all facts of the next one.
  return { ...addon, ...change } as Addon
}
