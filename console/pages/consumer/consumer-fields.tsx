import { useQuery } from '@tanstack/react-query'
import type { ConsumerInput } from '#client/resources/accounts/consumers.ts'
import { rightsQuery } from '#console/api/queries/consumers.ts'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { FieldRow } from '#console/components/forms/form.tsx'
import { consumerTexts } from '#console/texts/en/consumer.ts'
import { createTexts } from '#console/texts/en/create.ts'
import type { ConsumerProblems } from './consumer-problems.ts'
import './consumer.css'

const texts = createTexts.consumer

interface ConsumerFieldsProps {
  value: ConsumerInput
  /** What is wrong, by field. */
  problems: ConsumerProblems
  onChange(value: ConsumerInput): void
}

/** Fields of an OAuth consumer: its description and the rights it may ask for. */
export function ConsumerFields({ value, problems, onChange }: ConsumerFieldsProps) {
  const field = (name: 'name' | 'description' | 'url' | 'picture' | 'baseUrl', label: string) => ({
    label,
    value: value[name],
    error: problems[name],
    onChange: (text: string) => onChange({ ...value, [name]: text }),
  })
  return (
    <>
      <TextField {...field('name', texts.name)} hint={texts.nameHint} />
      <TextField {...field('baseUrl', texts.baseUrl)} hint={texts.baseUrlHint} type="url" />
      <TextArea {...field('description', texts.description)} rows={2} />
      <FieldRow>
        <TextField {...field('url', texts.url)} hint={texts.urlHint} type="url" />
        <TextField {...field('picture', texts.picture)} type="url" />
      </FieldRow>
      <RightFields
        value={value.rights}
        problem={problems.rights}
        onChange={(rights) => onChange({ ...value, rights })}
      />
    </>
  )
}

interface RightFieldsProps {
  value: ConsumerInput['rights']
  problem: string | undefined
  onChange(rights: ConsumerInput['rights']): void
}

function RightFields({ value, problem, onChange }: RightFieldsProps) {
  const rights = useQuery(rightsQuery)
  return (
    <fieldset className="consumer-right-fields">
      <legend>{texts.rights}</legend>
      <p className="muted small">{texts.rightsHelp}</p>
      <Loaded query={rights} skeleton={<SkeletonLines count={11} />}>
        {(names) =>
          names
            .filter((name) => name !== 'almighty')
            .map((name) => (
              <Checkbox
                key={name}
                isOn={value[name] ?? false}
                hint={name}
                onChange={(isOn) => onChange({ ...value, [name]: isOn })}
              >
                {consumerTexts.rightNames[name] ?? name}
              </Checkbox>
            ))
        }
      </Loaded>
      {problem && <p className="field-error">{problem}</p>}
    </fieldset>
  )
}
