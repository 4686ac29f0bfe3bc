import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import './virtual-list.css'

interface VirtualListProps<Item> {
  label: string
  items: readonly Item[]
  itemKey(item: Item, index: number): string | number
  render(item: Item, index: number): ReactNode
  /** Pixels of a line, before it is measured. */
  lineHeight: number
  /** CSS height of the box. */
  height: string
  /** Stays at the end as items come. */
  isFollowing?: boolean | undefined
  /** Called when the reader leaves the end, or returns to it. */
  onFollowChange?: ((isAtEnd: boolean) => void) | undefined
  /** Called near the beginning, to load older items. */
  onReachStart?: (() => void) | undefined
  /** Brings an item into view. */
  scrollTo?: number | undefined
  /**
   * How many items came at the beginning so far, less those that were taken away there: the view stays at its items.
   * With it, `items` may be one array that grows.
   */
  shift?: number | undefined
}

const nearEnd = 24

/** Only the visible items of a long list are in the document: 100,000 lines stay smooth. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, itemKey, render, lineHeight, height, isFollowing, scrollTo } = props
  const { shift = 0 } = props
  const box = useRef<HTMLDivElement>(null)
  const last = useRef({ top: 0, shift })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a new key of 100,000 items all are measured again
  const getItemKey = useCallback(
    (index: number) => itemKey(items[index] as Item, index),
    [items, shift],
  )
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeight,
    getItemKey,
    overscan: 4,
  })

  const size = virtualizer.getTotalSize()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is the same object for good
  useLayoutEffect(() => {
    const moved = shift - last.current.shift
    last.current.shift = shift
    const element = box.current
    if (!element || isFollowing || moved === 0) return
    const above = moved > 0 ? virtualizer.measurementsCache[moved]?.start : undefined
    element.scrollTop += above ?? moved * lineHeight
    last.current.top = element.scrollTop
  }, [shift])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is the same object for good
  useEffect(() => {
    if (isFollowing && items.length > 0)
      virtualizer.scrollToIndex(items.length - 1, { align: 'end' })
  }, [isFollowing, items.length, shift, size, virtualizer.scrollRect?.height])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is the same object for good
  useEffect(() => {
    if (scrollTo !== undefined) virtualizer.scrollToIndex(scrollTo, { align: 'center' })
  }, [scrollTo])

  const onScroll = () => {
    const element = box.current
    if (!element) return
    const left = element.scrollHeight - element.scrollTop - element.clientHeight
    // Items that came since it was scrolled to the end are no reason to stop: only the reader moves upwards.
    const isUpwards = element.scrollTop < last.current.top
    last.current.top = element.scrollTop
    if (left < nearEnd) props.onFollowChange?.(true)
    else if (isUpwards) props.onFollowChange?.(false)
    if (isUpwards && element.scrollTop < lineHeight * 10) props.onReachStart?.()
  }

  return (
    <div
      ref={box}
      className="virtual-list"
      style={{ height }}
      role="log"
      aria-label={label}
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      <div className="virtual-list-space" style={{ height: size }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className="virtual-list-item"
            style={{ transform: `translateY(${start}px)` }}
          >
            {render(items[index] as Item, index)}
          </div>
        ))}
      </div>
    </div>
  )
}
