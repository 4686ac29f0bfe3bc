import { CircleAlert } from 'lucide-react'
import { describeError } from '#console/api/describe-error.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { componentTexts, errorTexts as texts } from '#console/texts/en/components.ts'
import './error-panel.css'

interface ErrorPanelProps {
  error: unknown
  onRetry?: (() => void) | undefined
}

/** What happened, what to do, and the number under which the server knows it. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const { title, help, requestId, canRetry } = describeError(error)
  return (
    <div className="error-panel" role="alert">
      <CircleAlert size={20} aria-hidden="true" />
      <div>
        <p className="error-panel-title">{title}</p>
        <p>{help}</p>
        {requestId && (
          <p className="error-panel-request">
            {texts.requestId} <CopyValue what={texts.requestId} value={requestId} />
          </p>
        )}
        {canRetry && onRetry && (
          <Button size="small" onClick={onRetry}>
            {componentTexts.retry}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The same in one line, below a form. */
export function ErrorLine({ error }: { error: unknown }) {
  const { title, help, requestId } = describeError(error)
  return (
    <p className="error-line" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      <span>
        {title}: {help} {requestId && <code>{requestId}</code>}
      </span>
    </p>
  )
}
