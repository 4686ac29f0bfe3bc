import { type ReactNode, useId } from 'react'
import './choice-cards.css'

interface CardChoice {
  value: string
  label: string
  detail?: ReactNode
  isDisabled?: boolean | undefined
}

interface ChoiceCardsProps {
  label: string
  value: string
  choices: readonly CardChoice[]
  onChange(value: string): void
}

/** One of a few, with what distinguishes them: radio buttons that look like cards. */
export function ChoiceCards({ label, value, choices, onChange }: ChoiceCardsProps) {
  const name = useId()
  return (
    <fieldset className="choice-cards">
      <legend>{label}</legend>
      <div className="choice-cards-list">
        {choices.map((choice) => (
          <label key={choice.value} className="choice-card">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.isDisabled}
              onChange={() => onChange(choice.value)}
            />
            <span className="choice-card-label">{choice.label}</span>
            {choice.detail && <span className="choice-card-detail">{choice.detail}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
