import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import type { MetricsRange } from '#console/api/metrics-range.ts'
import { Button } from '#console/components/controls/button.tsx'
import { metricsTexts as texts } from '#console/texts/en/application/metrics.ts'
import { type RangeStep, stepRange } from './metric-range.ts'

const steps = [
  ['earlier', ChevronLeft],
  ['later', ChevronRight],
  ['closer', ZoomIn],
  ['wider', ZoomOut],
] as const

interface RangeStepsProps {
  range: MetricsRange
  onChange(name: string): void
}

/** What dragging over a chart does, for the keyboard and for fingers. */
export function RangeSteps({ range, onChange }: RangeStepsProps) {
  const take = (step: RangeStep) => {
    const next = stepRange(range, step, Date.now())
    if (next !== undefined) onChange(next)
  }
  return (
    <fieldset className="range-steps">
      <legend className="visually-hidden">{texts.move}</legend>
      {steps.map(([step, icon]) => (
        <Button
          key={step}
          icon={icon}
          iconOnly
          disabled={step === 'later' && !('since' in range)}
          onClick={() => take(step)}
        >
          {texts[step]}
        </Button>
      ))}
    </fieldset>
  )
}
