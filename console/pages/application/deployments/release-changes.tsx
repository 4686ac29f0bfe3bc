import type { ReleaseChanges } from '#client/resources/applications/deployments.ts'
import { FactList } from '#console/components/display/panel.tsx'
import { deploymentTexts } from '#console/texts/en/application/deployments.ts'
import './release-changes.css'

const texts = deploymentTexts.changes

/** What differs between two releases; variables and fields of the recipe by name. */
export function ChangeList({ changes }: { changes: ReleaseChanges }) {
  const { commit, variables, recipe } = changes
  const { added, changed, removed } = variables
  const isSame = !commit && added.length + changed.length + removed.length + recipe.length === 0
  if (isSame) return <p className="muted small">{texts.nothing}</p>
  return (
    <FactList
      facts={[
        { name: texts.commit, value: commit ? texts.otherCommit : texts.sameCommit },
        added.length > 0 && { name: texts.added, value: <Names names={added} kind="added" /> },
        changed.length > 0 && {
          name: texts.changed,
          value: <Names names={changed} kind="changed" />,
        },
        removed.length > 0 && {
          name: texts.removed,
          value: <Names names={removed} kind="removed" />,
        },
        recipe.length > 0 && { name: texts.recipe, value: <Names names={recipe} kind="changed" /> },
      ]}
    />
  )
}

const signs = { added: '+', changed: '~', removed: '−' }

function Names({ names, kind }: { names: readonly string[]; kind: keyof typeof signs }) {
  return (
    <ul className={`change-names change-names-${kind}`}>
      {names.map((name) => (
        <li key={name}>
          <span aria-hidden="true">{signs[kind]}</span> <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}
