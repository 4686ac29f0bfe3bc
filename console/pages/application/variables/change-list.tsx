import { Badge } from '#console/components/display/state-badge.tsx'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import type { ChangeKind, VariableChange } from './staged-changes.ts'
import './change-list.css'

interface ChangeListProps {
  changes: readonly VariableChange[]
  areValuesShown: boolean
}

export const kindLooks = {
  added: 'good',
  changed: 'accent',
  removed: 'wrong',
} as const satisfies Record<ChangeKind, string>

/** Variables that differ: what they were and what they become. */
export function ChangeList({ changes, areValuesShown }: ChangeListProps) {
  return (
    <ul className="change-list" aria-label={texts.changes}>
      {changes.map(({ name, kind, before, after }) => (
        <li key={name}>
          <p>
            <Badge kind={kindLooks[kind]}>{texts.kinds[kind]}</Badge>
            <code>{name}</code>
          </p>
          {before !== undefined && (
            <Value value={before} isShown={areValuesShown} label={texts.before} sign="−" />
          )}
          {after !== undefined && (
            <Value value={after} isShown={areValuesShown} label={texts.after} sign="+" />
          )}
        </li>
      ))}
    </ul>
  )
}

interface ValueProps {
  value: string
  isShown: boolean
  label: string
  sign: '+' | '−'
}

function Value({ value, isShown, label, sign }: ValueProps) {
  return (
    <div className={`change-value ${sign === '+' ? 'change-value-after' : 'change-value-before'}`}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{label}</span>
      {isShown ? <pre>{value === '' ? <em>{texts.empty}</em> : value}</pre> : <HiddenValue />}
    </div>
  )
}

/** Placeholder for a value, which hides its length too. */
export function HiddenValue() {
  return (
    <span className="hidden-value">
      <span aria-hidden="true">••••••••</span>
      <span className="visually-hidden">{texts.hidden}</span>
    </span>
  )
}
