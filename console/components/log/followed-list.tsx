import { ArrowDown } from 'lucide-react'
import {
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { VirtualList } from '#console/components/display/virtual-list.tsx'
import { componentTexts } from '#console/texts/en/components.ts'
import { type BufferedLine, indexOfNumber, type LineBuffer } from './line-buffer.ts'
import './followed-list.css'

interface FollowedListProps<Line extends { id: string }> {
  label: string
  buffer: LineBuffer<Line>
  render(entry: BufferedLine<Line>): ReactNode
  /** Pixels of a line, before it is measured. */
  lineHeight: number
  /** CSS height of the box. */
  height: string
  /** The view stays where it is even at the end. */
  isPaused: boolean
  onPauseChange(isPaused: boolean): void
  onReachStart?: (() => void) | undefined
  /** Number of the line to bring into view; it is not followed then. */
  goTo?: number | undefined
}

/** Renders again with each change of a buffer. */
export const useBufferVersion = ({
  listen,
  version,
}: Pick<LineBuffer<never>, 'listen' | 'version'>) => useSyncExternalStore(listen, version)

/** Lines with the newest at the bottom; follows until somebody scrolls up, and says how many came since. */
export function FollowedList<Line extends { id: string }>(props: FollowedListProps<Line>) {
  const { label, buffer, render, lineHeight, height, isPaused, onPauseChange, goTo } = props
  useBufferVersion(buffer)
  const [isAtEnd, setAtEnd] = useState(goTo === undefined)
  const isFollowing = isAtEnd && !isPaused
  const [seen, setSeen] = useState(buffer.arrived)
  const fresh = buffer.arrived - seen
  // Before the browser paints, which would show a wrong count for a moment.
  useLayoutEffect(() => {
    buffer.isHeld = !isFollowing
    return () => {
      if (isFollowing) setSeen(buffer.arrived)
    }
  }, [buffer, isFollowing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: its place is looked up once, while lines come and go
  const place = useMemo(
    () => (goTo === undefined ? undefined : indexOfNumber(buffer.shown, goTo)),
    [goTo],
  )
  useEffect(() => {
    if (goTo !== undefined) setAtEnd(false)
  }, [goTo])

  const follow = () => {
    setAtEnd(true)
    onPauseChange(false)
  }
  return (
    <div className="followed-list">
      <VirtualList
        label={label}
        items={buffer.shown}
        itemKey={({ number }) => number}
        render={render}
        lineHeight={lineHeight}
        height={height}
        isFollowing={isFollowing}
        onFollowChange={setAtEnd}
        onReachStart={props.onReachStart}
        shift={buffer.shift}
        scrollTo={place}
      />
      {fresh > 0 && !isFollowing && (
        <button type="button" className="followed-list-news" onClick={follow}>
          {componentTexts.newLines(fresh)}
          <ArrowDown size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
