import './tasks.css'

interface TaskOutputProps {
  label: string
  output: string
  /** Said above it when its beginning was left out. */
  cut?: string | undefined
}

/** The output of a scheduled task or one-off command. */
export function TaskOutput({ label, output, cut }: TaskOutputProps) {
  return (
    <>
      {cut && <p className="muted small">{cut}</p>}
      {/* Reached by keyboard, because it scrolls. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
      <section className="task-output" tabIndex={0} aria-label={label}>
        <pre>{output}</pre>
      </section>
    </>
  )
}
