import type { Configuration } from './configuration.ts'

/** Expressions for what is known of a visit. */
export interface VisitExpressions {
  source: string
  secure: string
  id: string
}

/**
 * A variable costs an allocation for each request, so that there are some only where a trusted proxy can report
 * something else than HAProxy sees itself.
 */
export const visitExpressions = ({ trustedProxies }: Configuration): VisitExpressions =>
  trustedProxies.length > 0
    ? { source: 'var(txn.source)', secure: 'var(txn.secure)', id: 'var(txn.id)' }
    : { source: 'src', secure: 'ssl_fc', id: 'unique-id' }
