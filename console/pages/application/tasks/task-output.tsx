import { useLayoutEffect, useRef } from 'react'
import './tasks.css'

interface TaskOutputProps {
  label: string
  output: string
  /** Said above it when its beginning was left out. */
  cut?: string | undefined
}

/** Pixels from the end within which somebody reads the end. */
const nearEnd = 24

/** The output of a scheduled task or one-off command; it follows its end until one scrolls up. */
export function TaskOutput({ label, output, cut }: TaskOutputProps) {
  const region = useRef<HTMLElement>(null)
  const isFollowed = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is below what was there
  useLayoutEffect(() => {
    const { current } = region
    if (current && isFollowed.current) current.scrollTop = current.scrollHeight
  }, [output])
  return (
    <>
      {cut && <p className="muted small">{cut}</p>}
      {/* Reached by keyboard, because it scrolls. */}
      <section
        ref={region}
        className="task-output"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
        tabIndex={0}
        aria-label={label}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isFollowed.current = scrollHeight - clientHeight - scrollTop < nearEnd
        }}
      >
        <pre>{output}</pre>
      </section>
    </>
  )
}
