import { Plus, X } from 'lucide-react'
import { Button } from '#console/components/controls/button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { createTexts } from '#console/texts/en/create.ts'
import type { VariableRow } from './application-form.ts'
import './variable-rows.css'

const texts = createTexts.variables

interface VariableRowsProps {
  rows: readonly VariableRow[]
  problems: ReadonlyMap<number, string>
  onChange(rows: readonly VariableRow[]): void
}

/** Names and values of variables, a row each. */
export function VariableRows({ rows, problems, onChange }: VariableRowsProps) {
  const change = (id: number, changes: Partial<VariableRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)))
  const add = () =>
    onChange([...rows, { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, name: '', value: '' }])
  return (
    <div className="variable-rows">
      {rows.map((row, at) => (
        <div key={row.id} className="variable-row">
          <TextField
            label={texts.nameOf(at + 1)}
            isLabelHidden
            placeholder={texts.name}
            value={row.name}
            error={problems.get(row.id)}
            isMono
            spellCheck={false}
            autoCapitalize="off"
            onChange={(name) => change(row.id, { name: name.trim() })}
          />
          <TextField
            label={texts.valueOf(at + 1)}
            isLabelHidden
            placeholder={texts.value}
            value={row.value}
            isMono
            spellCheck={false}
            autoCapitalize="off"
            onChange={(value) => change(row.id, { value })}
          />
          <Button
            kind="quiet"
            icon={X}
            iconOnly
            onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
          >
            {texts.remove(row.name)}
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" icon={Plus} onClick={add}>
          {texts.add}
        </Button>
      </div>
    </div>
  )
}
