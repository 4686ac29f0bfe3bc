import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import type { Store } from '#platform/model/store.ts'

/** Application or add-on that a change is about. */
export interface ChangedSubject {
  id: string
  name: string
}

export type DoneAction = Pick<AuditEntry, 'ownerId' | 'userId' | 'action' | 'target' | 'date'>

/** Makes events of audited actions. */
export interface ActionEvents {
  /** Stores the event of an action that was done, in the transaction of its entry; what only reads is none. */
  record(store: Store, action: DoneAction, known?: ChangedSubject): Promise<void>
}
