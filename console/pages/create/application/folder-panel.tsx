import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { abortable } from '#client/http/connection.ts'
import { recipes } from '#client/resources/applications/recipes.ts'
import { connection } from '#console/api/connection.ts'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { FileButton } from '#console/components/forms/file-button.tsx'
import { createTexts } from '#console/texts/en/create.ts'
import {
  openFolder,
  type ProjectFolder,
  questionOf,
  TooLargeFolderError,
} from './project-folder.ts'
import '#console/pages/create/create-form.css'
import './folder-panel.css'

const texts = createTexts.folder

interface FolderPanelProps {
  folder: ProjectFolder | undefined
  /** The type that is chosen. */
  type: { type: string; name: string }
  environment: Readonly<Record<string, string>>
  onFolder(folder: ProjectFolder): void
}

/** Looks at the folder of a project: which type it is of and why, and how it would be built and started. */
export function FolderPanel({ folder, type, environment, onFolder }: FolderPanelProps) {
  const [error, setError] = useState('')
  const open = (chosen: readonly File[]) => {
    setError('')
    openFolder(chosen).then(onFolder, (problem: Error) =>
      setError(problem instanceof TooLargeFolderError ? texts.tooLarge : texts.unreadable),
    )
  }
  return (
    <Panel
      title={texts.title}
      actions={
        <FileButton label={texts.choose} size="small" icon={FolderOpen} isFolder onChoose={open}>
          {folder ? texts.another : texts.choose}
        </FileButton>
      }
    >
      <div className="create-fields">
        <p className="muted small">{texts.help}</p>
        {error && <p role="alert">{error}</p>}
        {folder && <Proposal folder={folder} />}
        {folder && <RecipePreview folder={folder} type={type} environment={environment} />}
      </div>
    </Panel>
  )
}

/** What its files say. */
function Proposal({ folder: { name, types } }: { folder: ProjectFolder }) {
  const [first, ...others] = types
  return (
    <div role="status">
      <p>
        {first === undefined
          ? texts.none(name)
          : others.length === 0
            ? texts.one(name)
            : texts.several(name)}
      </p>
      {first && (
        <ul className="folder-types">
          {types.map(({ type, because }) => (
            <li key={type}>
              <code>{because}</code> → <strong>{type}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const typingPause = 400

/** The beginning of the log of its first deployment. */
function RecipePreview({
  folder,
  type,
  environment,
}: Pick<FolderPanelProps, 'type' | 'environment'> & { folder: ProjectFolder }) {
  const { data, error } = useQuery({
    queryKey: ['recipe', type.type, environment, folder.id],
    queryFn: async ({ signal }) => {
      // A variable that is being typed is another question with each letter, which aborts the one before.
      await new Promise((resolve) => setTimeout(resolve, typingPause))
      signal.throwIfAborted()
      const question = { type: type.type, environment, ...questionOf(folder) }
      return recipes(abortable(connection, signal)).plan(question)
    },
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error instanceof TooLargeFolderError) return <p>{texts.tooLarge}</p>
  if (error) return <ErrorLine error={error} />
  return (
    data && (
      <section aria-label={texts.recipe(type.name)}>
        <p className="muted small">{texts.recipe(type.name)}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
        <pre className="folder-recipe" tabIndex={0}>
          {data.lines.join('\n')}
        </pre>
      </section>
    )
  )
}
