import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showToast } from '#console/components/overlays/toasts.ts'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import { Button } from './button.tsx'
import './copy-button.css'

interface CopyButtonProps {
  /** What is copied, as a noun for the label: "Git URL". */
  what: string
  value: string
}

const shownFor = 1500

export function CopyButton({ what, value }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownFor)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      showToast({ kind: 'wrong', text: texts.copyFailed })
    }
  }
  return (
    <Button
      kind="quiet"
      size="small"
      icon={isCopied ? Check : Copy}
      iconOnly
      onClick={() => void copy()}
    >
      {isCopied ? texts.copied : texts.copy(what)}
    </Button>
  )
}

/** A value in one line that can be selected and copied. */
export function CopyValue({ what, value }: CopyButtonProps) {
  return (
    <span className="copy-value">
      <code className="truncate" title={value}>
        {value}
      </code>
      <CopyButton what={what} value={value} />
    </span>
  )
}

/** Commands to run, with a button that copies them. */
export function CommandBlock({ what, value }: CopyButtonProps) {
  return (
    <div className="command-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{value}</code>
      </pre>
      <CopyButton what={what} value={value} />
    </div>
  )
}
