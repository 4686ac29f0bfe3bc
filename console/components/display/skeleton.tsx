import { componentTexts as texts } from '#console/texts/en/components.ts'
import './skeleton.css'

interface SkeletonProps {
  /** As CSS lengths. */
  width?: string
  height?: string
}

/** Place of something that is still loading, with its size. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />
}

const widths = ['62%', '48%', '71%', '55%', '66%']

interface SkeletonLinesProps {
  count?: number
  height?: string
}

/** Lines of a list or a table that is still loading. */
export function SkeletonLines({ count = 3, height = '1.25rem' }: SkeletonLinesProps) {
  return (
    <output className="skeleton-lines" aria-label={texts.loading}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their places
        <Skeleton key={at} width={widths[at % widths.length] ?? '60%'} height={height} />
      ))}
    </output>
  )
}

/** The rows of a table that is still loading, in a panel whose content reaches the edges. */
export function TableSkeleton({ count = 3, height = '1.75rem' }: SkeletonLinesProps) {
  return (
    <div className="panel-body">
      <SkeletonLines count={count} height={height} />
    </div>
  )
}
