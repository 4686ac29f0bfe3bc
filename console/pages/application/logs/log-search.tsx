import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button } from '#console/components/controls/button.tsx'
import { SearchField } from '#console/components/controls/choices.tsx'
import { searchPause, useTypedValue } from '#console/components/log/use-typed-value.ts'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'
import './log-search.css'

interface LogSearchProps {
  value: string
  onChange(value: string): void
  /** Whether something was found. */
  canStep: boolean
  onStep(direction: 1 | -1): void
}

/** Has the platform look for a text as one types; Enter goes to the next line that has it. */
export function LogSearch(props: LogSearchProps) {
  const { value, onChange, canStep, onStep } = props
  const [typed, setTyped] = useTypedValue(value, onChange, searchPause)
  return (
    <div className="log-search">
      <SearchField
        label={texts.search}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onStep(event.shiftKey ? -1 : 1)
        }}
      />
      <Button
        size="small"
        kind="quiet"
        icon={ChevronUp}
        iconOnly
        disabled={!canStep}
        onClick={() => onStep(-1)}
      >
        {texts.previous}
      </Button>
      <Button
        size="small"
        kind="quiet"
        icon={ChevronDown}
        iconOnly
        disabled={!canStep}
        onClick={() => onStep(1)}
      >
        {texts.next}
      </Button>
    </div>
  )
}
