import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import { dismissToast, listenToToasts, listToasts, type Toast } from './toasts.ts'
import './toast-list.css'

const icons = { good: CircleCheck, wrong: CircleAlert, plain: Info }

/** Messages at the lower edge of the window, read to screen readers as they come. */
export function ToastList() {
  const toasts = useSyncExternalStore(listenToToasts, listToasts)
  return (
    <section className="toast-list" aria-label={texts.notifications} aria-live="polite">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastItem({ toast }: { toast: Toast }) {
  const Icon = icons[toast.kind]
  const { action } = toast
  return (
    <div className={`toast toast-${toast.kind}`}>
      <Icon size={18} aria-hidden="true" />
      <p>{toast.text}</p>
      {action && (
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            action.onSelect()
            dismissToast(toast.id)
          }}
        >
          {action.label}
        </Button>
      )}
      <Button kind="quiet" size="small" icon={X} iconOnly onClick={() => dismissToast(toast.id)}>
        {texts.dismiss}
      </Button>
    </div>
  )
}
