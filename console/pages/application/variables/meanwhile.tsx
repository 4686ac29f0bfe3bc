import { useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { Select, Switch } from '#console/components/controls/choices.tsx'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import { ChangeList } from './change-list.tsx'
import { type Conflict, changesBetween, rebaseEdits } from './staged-changes.ts'
import type { Staging } from './use-staging.ts'

/** Shown after somebody else saved: lists their changes and merges them with the edits here. */
export function Meanwhile({ staging }: { staging: Staging }) {
  const { base, latest, edits, rebase, discard } = staging
  const [theirsNames, setTheirsNames] = useState<ReadonlySet<string>>(new Set())
  const [areValuesShown, setValuesShown] = useState(false)
  const { conflicts } = rebaseEdits(base, latest, edits)
  const choose = (name: string, isTheirs: boolean) => {
    const next = new Set(theirsNames)
    if (isTheirs) next.add(name)
    else next.delete(name)
    setTheirsNames(next)
  }
  return (
    <section className="meanwhile" role="alert" aria-label={texts.meanwhile}>
      <h2>{texts.meanwhile}</h2>
      <p>{texts.meanwhileHelp}</p>
      <Switch isOn={areValuesShown} onChange={setValuesShown}>
        {texts.showAll}
      </Switch>
      <ChangeList changes={changesBetween(base, latest)} areValuesShown={areValuesShown} />
      {conflicts.length > 0 && (
        <div className="meanwhile-conflicts">
          <p>{texts.conflicts}</p>
          {conflicts.map((conflict) => (
            <Select
              key={conflict.name}
              label={texts.choiceOf(conflict.name)}
              value={theirsNames.has(conflict.name) ? 'theirs' : 'mine'}
              choices={(['mine', 'theirs'] as const).map((side) => ({
                value: side,
                label: choiceLabel(conflict, side, areValuesShown),
              }))}
              onChange={(side) => choose(conflict.name, side === 'theirs')}
            />
          ))}
        </div>
      )}
      <div className="meanwhile-actions">
        <Button kind="primary" onClick={() => rebase(theirsNames)}>
          {texts.onTop}
        </Button>
        <Button onClick={discard}>{texts.discardMine}</Button>
      </div>
    </section>
  )
}

const maxShown = 40

function choiceLabel(conflict: Conflict, side: 'mine' | 'theirs', isShown: boolean): string {
  const value = conflict[side]
  if (value === null) return `${texts[side]}: ${texts.removedWord}`
  if (!isShown) return texts[side]
  return `${texts[side]}: ${value.length > maxShown ? `${value.slice(0, maxShown)}…` : value}`
}
