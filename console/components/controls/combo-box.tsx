import { ChevronDown } from 'lucide-react'
import {
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  ComboBox as RacComboBox,
  Text,
} from 'react-aria-components'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import './combo-box.css'
import './field.css'

export interface ComboChoice {
  value: string
  label: string
  /** Shown below the label, and searched as well. */
  detail?: string | undefined
}

interface ComboBoxProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: string | null
  choices: readonly ComboChoice[]
  onChange(value: string): void
}

/** One of many, found by typing a part of it. */
export function ComboBox({ label, hint, error, value, choices, onChange }: ComboBoxProps) {
  return (
    <RacComboBox
      className="field combo-box"
      menuTrigger="focus"
      isInvalid={Boolean(error)}
      defaultItems={choices}
      selectedKey={value}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
    >
      <Label>{label}</Label>
      {hint && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <div className="combo-box-control">
        <Input className="control" />
        <Button aria-label={texts.showChoices}>
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      </div>
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover combo-box-list">
        <ListBox renderEmptyState={() => <p className="list-empty">{texts.nothingFound}</p>}>
          {(choice: ComboChoice) => (
            <ListBoxItem
              id={choice.value}
              className="list-item"
              textValue={`${choice.label} ${choice.detail ?? ''}`.trim()}
            >
              <span className="truncate">{choice.label}</span>
              {choice.detail && <small className="truncate">{choice.detail}</small>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </RacComboBox>
  )
}
