import { Skeleton, SkeletonLines } from '#console/components/display/skeleton.tsx'

/** A page that is still loading. */
export function PageSkeleton() {
  return (
    <>
      <Skeleton width="16rem" height="1.75rem" />
      <SkeletonLines count={5} />
    </>
  )
}
