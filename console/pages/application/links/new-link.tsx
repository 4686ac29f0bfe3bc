import { useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { linkTexts as texts } from '#console/texts/en/application/links.ts'

export interface Linkable {
  id: string
  name: string
  detail: string
}

interface NewLinkProps {
  label: string
  choices: readonly Linkable[]
  /** Keys of the answers that a link changes. */
  changes: readonly (readonly unknown[])[]
  onLink(id: string): Promise<unknown>
  onDone(): void
}

/** Links one of the things that are not linked yet. */
export function NewLink({ label, choices, changes, onLink, onDone }: NewLinkProps) {
  const [chosen, setChosen] = useState('')
  const link = useAction({
    run: ({ id }: Linkable) => onLink(id),
    changes,
    done: ({ name }) => texts.linked(name),
    onDone: () => {
      setChosen('')
      onDone()
    },
  })
  const thing = choices.find(({ id }) => id === chosen)
  return (
    <form
      className="new-link"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (thing && !link.isPending) link.mutate(thing)
      }}
    >
      <Select
        label={label}
        value={thing ? chosen : ''}
        choices={[
          { value: '', label: texts.choose },
          ...choices.map(({ id, name, detail }) => ({ value: id, label: `${name} · ${detail}` })),
        ]}
        onChange={(id) => {
          setChosen(id)
          link.reset()
        }}
      />
      <Button type="submit" kind="primary" disabled={!thing} isPending={link.isPending}>
        {texts.link}
      </Button>
      {link.error && <ErrorLine error={link.error} />}
    </form>
  )
}
