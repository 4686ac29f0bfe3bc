import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import { SkeletonLines } from './skeleton.tsx'

interface LoadedProps<Value> {
  query: UseQueryResult<Value>
  /** Has the size of what comes; by default some lines. */
  skeleton?: ReactNode
  children(value: Value): ReactNode
}

/** What a query answered; before that a skeleton, and its error if it has no answer at all. */
export function Loaded<Value>({ query, skeleton, children }: LoadedProps<Value>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  return <>{skeleton ?? <SkeletonLines />}</>
}
